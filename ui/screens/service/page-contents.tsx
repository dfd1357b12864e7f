import { useTranslation } from 'react-i18next';
import type { TextModule } from '#contract/text-modules.ts';
import { Link } from '#ui/kit/link.tsx';

/** "On this page": links to its parts. */
export function PageContents({
  modules,
  hasRelated,
}: {
  modules: readonly TextModule[];
  hasRelated: boolean;
}) {
  const { t } = useTranslation('service');
  return (
    <nav className="sp-contents" aria-labelledby="contents">
      <h2 id="contents">{t('contents')}</h2>
      <ul>
        {modules.map((module) => (
          <li key={module}>
            <Link href={`#${module}`}>{t(`sections.${module}`)}</Link>
          </li>
        ))}
        {hasRelated && (
          <li>
            <Link href="#related">{t('related')}</Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
