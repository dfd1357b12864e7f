import { useTranslation } from 'react-i18next';
import type { SentView } from '#contract/personal-area.ts';

import type { ListAsked, PersonalArea } from '#machines/drafts/drafts.types.ts';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { useLocale } from '../shared/portal-context.tsx';
import { hrefOfList } from './list-href.ts';
import { ListPages } from './list-pages.tsx';
import { placeOf } from './news-note.tsx';
import { SentCard } from './sent-card.tsx';

/** Sent applications with their status (spec section 3, submission status entry). */
export function SentList({
  applications,
  asked,
  pages,
  moreAreClosed,
  someAreElsewhere,
  repeating,
  onOpen,
  onRepeat,
}: {
  applications: readonly SentView[];
  asked: ListAsked;
  pages: Pick<PersonalArea, 'next' | 'previous'>;
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
  const locale = useLocale();
  const { page, text } = asked;
  const nothing = moreAreClosed ? 'sent.emptyHere' : someAreElsewhere ? 'sent.emptyInPortal' : 'sent.empty';
  return (
    <Stack>
      {/* Who turns a page reads on here, not at the top of the area. */}
      <SectionHeading takeFocus={page > 1}>
        {t('sent.title')}
        {page > 1 && <span className="sp-muted sp-count__page"> {t('pages.page', { page })}</span>}
      </SectionHeading>
      {applications.length === 0 ? (
        <>
          <p>{page > 1 ? t('pages.empty') : text === '' ? t(nothing) : t('filter.noSent', { text })}</p>
          {page > 1 && (
            <p>
              <Link href={hrefOfList(locale, { kind: 'sent', text })}>{t('pages.first')}</Link>
            </p>
          )}
        </>
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
      <ListPages asked={asked} {...pages} />
    </Stack>
  );
}
