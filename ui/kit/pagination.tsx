import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/**
 * Links to the pages of a list: the first, the last and those around the current one.
 * @param page and `pages` count from 1; nothing is shown for a single page
 */
export function Pagination({
  label,
  page,
  pages,
  hrefOf,
}: {
  label: string;
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}) {
  const { t } = useTranslation('kit');
  if (pages < 2) return null;
  return (
    <nav aria-label={label}>
      <ul className="sp-pages">
        {page > 1 && (
          <li>
            <a className="sp-page" rel="prev" href={hrefOf(page - 1)}>
              <Icon name="arrow-back" />
              {t('pages.previous')}
            </a>
          </li>
        )}
        {shownPages(page, pages).map((number, index, all) => (
          <li key={number} className={number - (all[index - 1] ?? 0) > 1 ? 'sp-pages__gap' : undefined}>
            <a
              className="sp-page"
              href={hrefOf(number)}
              aria-label={t('pages.page', { page: number })}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
        {page < pages && (
          <li>
            <a className="sp-page" rel="next" href={hrefOf(page + 1)}>
              {t('pages.next')}
              <Icon name="arrow-forward" />
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

function shownPages(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages];
  return [...new Set(near)].filter((one) => one >= 1 && one <= pages).sort((one, other) => one - other);
}
