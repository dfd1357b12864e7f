import { useTranslation } from 'react-i18next';
import type { SentView } from '#contract/personal-area.ts';

import { SectionHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { placeOf } from './news-note.tsx';
import { SentCard } from './sent-card.tsx';

/** Sent applications with their status (spec section 3, submission status entry). */
export function SentList({
  applications,
  moreAreClosed,
  someAreElsewhere,
  repeating,
  onOpen,
  onRepeat,
}: {
  applications: readonly SentView[];
  /** A login at a higher trust level would list more applications. */
  moreAreClosed: boolean;
  /** Other portals run applications of this person. */
  someAreElsewhere: boolean;
  /** Id of the application whose answers are being taken into a new one. */
  repeating: string | null;
  /** The course of an application was opened. */
  onOpen: (application: SentView) => void;
  onRepeat: (application: SentView) => void;
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
            <li key={application.id} id={placeOf(application)}>
              <SentCard
                application={application}
                isRepeating={repeating === application.id}
                onOpen={() => onOpen(application)}
                onRepeat={() => onRepeat(application)}
              />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
