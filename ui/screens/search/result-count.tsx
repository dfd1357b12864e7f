import { useTranslation } from 'react-i18next';
import type { SearchAnswer } from '#contract/content.ts';
import { SectionHeading } from '#ui/kit/heading.tsx';

/** The number of results, with query and place; announced when another search changes it on the page. */
export function ResultCount({ answer: { total, query, place, page, pageSize } }: { answer: SearchAnswer }) {
  const { t } = useTranslation('search');
  const found = t('count', { count: total });
  const about = query === '' ? '' : ` ${t('for', { query })}`;
  const where = place ? ` ${t('in', { place: place.value })}` : '';
  const pages = Math.ceil(total / pageSize);
  return (
    <div role="status">
      <SectionHeading small>
        {found}
        {about}
        {where}
        {pages > 1 && <span className="sp-muted sp-count__page"> {t('pages.which', { page, pages })}</span>}
      </SectionHeading>
    </div>
  );
}
