import { useTranslation } from 'react-i18next';
import type { TextModule } from '#contract/text-modules.ts';
import { Details } from '#ui/kit/details.tsx';
import { Link } from '#ui/kit/link.tsx';

/** "On this page": links to its parts. On phones they are folded, so that the page begins with its contents. */
export function PageContents({
  modules,
  hasRelated,
}: {
  modules: readonly TextModule[];
  hasRelated: boolean;
}) {
  const { t } = useTranslation('service');
  const links = [
    ...modules.map((module) => ({ id: module, title: t(`sections.${module}`) })),
    ...(hasRelated ? [{ id: 'related', title: t('related') }] : []),
  ];
  const list = (
    <ul>
      {links.map(({ id, title }) => (
        <li key={id}>
          <Link href={`#${id}`}>{title}</Link>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className="sp-contents" aria-labelledby="contents">
      <h2 id="contents">{t('contents')}</h2>
      <div className="sp-contents__folded">
        <Details summary={t('parts', { count: links.length })}>{list}</Details>
      </div>
      <div className="sp-contents__all">{list}</div>
    </nav>
  );
}
