import { useTranslation } from 'react-i18next';
import type { SearchAnswer } from '#contract/content.ts';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf, toResults } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { queryOf } from './search-query.ts';

/** A place in the query, offered as such, because the person may not have meant it. */
export function OfferedPlace({ answer }: { answer: SearchAnswer }) {
  const { t } = useTranslation('search');
  const locale = useLocale();
  const offered = answer.placeInQuery;
  if (!offered) return null;
  return (
    <p className="sp-corrections">
      {t('placeInQuery.question', offered)}{' '}
      <Link
        href={toResults(
          hrefOf.search(locale, {
            ...queryOf(answer),
            kind: answer.kind === 'LOCATION' ? undefined : answer.kind,
            q: offered.query,
            area: undefined,
            place: offered.place,
          }),
        )}
      >
        {t('placeInQuery.search', offered)}
      </Link>
    </p>
  );
}
