import { useTranslation } from 'react-i18next';
import type { SentView } from '#contract/personal-area.ts';

import { SectionHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { SentCard } from './sent-card.tsx';

/** Sent applications with their status (spec section 3, submission status entry). */
export function SentList({
  applications,
  moreAreClosed,
  someAreElsewhere,
}: {
  applications: readonly SentView[];
  /** A login at a higher trust level would list more applications. */
  moreAreClosed: boolean;
  /** Other portals run applications of this person. */
  someAreElsewhere: boolean;
}) {
  const { t } = useTranslation('account');
  return (
    <Stack>
      <SectionHeading>{t('sent.title')}</SectionHeading>
      {applications.length === 0 ? (
        <p>{t(moreAreClosed ? 'sent.emptyHere' : someAreElsewhere ? 'sent.emptyInPortal' : 'sent.empty')}</p>
      ) : (
        <ul className="sp-sent">
          {applications.map((application) => (
            <li key={application.id}>
              <SentCard application={application} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
