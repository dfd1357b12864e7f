import { useTranslation } from 'react-i18next';
import type { Locale } from '#domain/locale.ts';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';

/**
 * The path to this page: the start page, the pages between, and this one, which is no link.
 * @param above from the top to the one above this page
 * @param hereLang the language of this page's title where it is not that of the page
 */
export function Breadcrumbs({
  above = [],
  here,
  hereLang,
}: {
  above?: readonly { href: string; title: string }[];
  here: string;
  hereLang?: Locale | undefined;
}) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const links = [{ href: hrefOf.home(locale), title: t('breadcrumbs.home') }, ...above];
  return (
    <nav className="sp-breadcrumbs" aria-label={t('breadcrumbs.label')}>
      <ol>
        {links.map(({ href, title }) => (
          <li key={href}>
            <Link quiet href={href}>
              {title}
            </Link>
          </li>
        ))}
        <li aria-current="page" lang={hereLang}>
          {here}
        </li>
      </ol>
    </nav>
  );
}
