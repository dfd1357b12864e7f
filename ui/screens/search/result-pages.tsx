import { useTranslation } from 'react-i18next';
import type { SearchAnswer } from '#contract/content.ts';
import { Pagination } from '#ui/kit/pagination.tsx';
import { hrefOf, toResults } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { queryOf } from './search-query.ts';

/** The further pages of the results. */
export function ResultPages({ answer }: { answer: SearchAnswer }) {
  const { t } = useTranslation('search');
  const locale = useLocale();
  return (
    <Pagination
      label={t('pages.label')}
      page={answer.page}
      pages={Math.ceil(answer.total / answer.pageSize)}
      hrefOf={(page) => toResults(hrefOf.search(locale, { ...queryOf(answer), page }))}
    />
  );
}
