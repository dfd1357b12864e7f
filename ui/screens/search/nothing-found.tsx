import { useTranslation } from 'react-i18next';
import type { SearchAnswer } from '#contract/content.ts';
import type { Place } from '#contract/shapes.ts';

import { Prose } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { HelpBand } from '../shared/help-band.tsx';
import { hrefOf, toResults } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { queryOf } from './search-query.ts';

/** Help when nothing was found: other spellings, other ways, a contact. */
export function NothingFound({ answer }: { answer: SearchAnswer }) {
  const { t } = useTranslation('search');
  const locale = useLocale();
  const filtered = answer.kind !== 'ALL_CONTENT' && (answer.counts.ALL_CONTENT ?? 0) > 0;
  return (
    <>
      <Corrections answer={answer} />
      <Prose>
        <p>{t('nothing.tips')}</p>
        <ul>
          {filtered && (
            <li>
              <Link href={toResults(hrefOf.search(locale, { ...queryOf(answer), kind: undefined }))}>
                {t('nothing.allKinds')}
              </Link>
            </li>
          )}
          <li>{t('nothing.otherWord')}</li>
          <li>{t('nothing.fewerWords')}</li>
          <BrowseLinks />
        </ul>
      </Prose>
      <HelpBand />
    </>
  );
}

/** Other spellings that would find something. */
export function Corrections({ answer }: { answer: SearchAnswer }) {
  const { t } = useTranslation('search');
  const locale = useLocale();
  if (answer.corrections.length === 0) return null;
  return (
    <p className="sp-corrections">
      {t('corrections')}{' '}
      {answer.corrections.map((q, index) => (
        <span key={q}>
          {index > 0 && ', '}
          <Link href={toResults(hrefOf.search(locale, { ...queryOf(answer), q }))}>{q}</Link>
        </span>
      ))}
    </p>
  );
}

/** The page before the first search. */
export function WhereToBegin({ place }: { place: Place | null }) {
  const { t } = useTranslation('search');
  return (
    <>
      <Prose>
        <p>{place ? t('begin.at', { place: place.value }) : t('begin.text')}</p>
        <ul>
          <BrowseLinks />
        </ul>
      </Prose>
      <HelpBand />
    </>
  );
}

function BrowseLinks() {
  const { t } = useTranslation('search');
  const locale = useLocale();
  return (
    <>
      <li>
        <Link href={`${hrefOf.home(locale)}#topics`}>{t('nothing.topics')}</Link>
      </li>
      <li>
        <Link href={`${hrefOf.home(locale)}#life-situations`}>{t('nothing.lifeSituations')}</Link>
      </li>
    </>
  );
}
