import type { ListedService, ServiceLink } from '#contract/content.ts';
import { Link } from '#ui/kit/link.tsx';
import { AvailabilityBadge } from './availability-badge.tsx';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';

/**
 * Services, each with a line about it and, where that is known, whether it is online.
 * @param isShort without the line: in a list of many, where people look for a name
 */
export function ServiceList({
  services,
  isShort = false,
}: {
  services: readonly (ServiceLink & Partial<ListedService>)[];
  isShort?: boolean;
}) {
  const locale = useLocale();
  return (
    <ul className={isShort ? 'sp-list sp-list--short' : 'sp-list'}>
      {services.map(({ leiKaId, title, titleLang, teaser, teaserLang, availability }) => (
        <li key={leiKaId}>
          <Link className="sp-list__title" href={hrefOf.service(locale, leiKaId)} lang={titleLang}>
            {title}
          </Link>
          {!isShort && <p lang={teaserLang}>{teaser}</p>}
          {availability && <AvailabilityBadge availability={availability} place={null} />}
        </li>
      ))}
    </ul>
  );
}
