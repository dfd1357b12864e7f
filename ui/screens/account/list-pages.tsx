import { useTranslation } from 'react-i18next';
import type { ListAsked, PersonalArea } from '#machines/drafts/drafts.types.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useLocale } from '../shared/portal-context.tsx';
import { hrefOfList } from './list-href.ts';

/** The ways to newer and older sent applications; nothing for a single page. */
export function ListPages({
  asked: { text, page },
  next,
  previous,
}: { asked: ListAsked } & Pick<PersonalArea, 'next' | 'previous'>) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  if (!next && !previous) return null;
  const newer = page > 2 ? { page: page - 1, before: previous ?? undefined } : {};
  return (
    <nav aria-label={t('pages.label')}>
      <ul className="sp-pages">
        {previous && (
          <li>
            <a className="sp-page" rel="prev" href={hrefOfList(locale, { kind: 'sent', text, ...newer })}>
              <Icon name="arrow-back" />
              {t('pages.newer')}
            </a>
          </li>
        )}
        {next && (
          <li>
            <a
              className="sp-page"
              rel="next"
              href={hrefOfList(locale, { kind: 'sent', text, page: page + 1, after: next })}
            >
              {t('pages.older')}
              <Icon name="arrow-forward" />
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
