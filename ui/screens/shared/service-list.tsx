import type { ListedService, ServiceLink } from '#contract/content.ts';
import { Link } from '#ui/kit/link.tsx';
import { AvailabilityBadge } from './availability-badge.tsx';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';

/** Services, each with a line on what it is and, where that is known, whether it is online. */
export function ServiceList({ services }: { services: readonly (ServiceLink & Partial<ListedService>)[] }) {
  const locale = useLocale();
  return (
    <ul className="sp-list">
      {services.map(({ leiKaId, title, teaser, availability }) => (
        <li key={leiKaId}>
          <Link className="sp-list__title" href={hrefOf.service(locale, leiKaId)}>
            {title}
          </Link>
          <p>{teaser}</p>
          {availability && <AvailabilityBadge availability={availability} place={null} />}
        </li>
      ))}
    </ul>
  );
}
