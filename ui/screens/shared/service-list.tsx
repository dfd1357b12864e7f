import type { ServiceLink } from '#contract/content.ts';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';

/** Services, each with a line on what it is. */
export function ServiceList({ services }: { services: readonly ServiceLink[] }) {
  const locale = useLocale();
  return (
    <ul className="sp-list">
      {services.map(({ leiKaId, title, teaser }) => (
        <li key={leiKaId}>
          <Link className="sp-list__title" href={hrefOf.service(locale, leiKaId)}>
            {title}
          </Link>
          <p>{teaser}</p>
        </li>
      ))}
    </ul>
  );
}
