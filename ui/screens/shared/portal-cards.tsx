import { useTranslation } from 'react-i18next';
import type { PortalLink } from '#contract/content.ts';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';

/** Thematic portals with the topics they group: each card leads to its page, or to its own address outside. */
export function PortalCards({
  portals,
  headingLevel,
}: {
  portals: readonly PortalLink[];
  headingLevel: 2 | 3;
}) {
  const { t } = useTranslation('search');
  const locale = useLocale();
  return (
    <ul className="sp-portals">
      {portals.map(({ id, title, teaser, url, topics }) => (
        <li key={id} className="sp-portal">
          <SectionHeading level={headingLevel} small>
            {url === null ? <Link href={hrefOf.portal(locale, id)}>{title}</Link> : title}
          </SectionHeading>
          <p>{teaser}</p>
          <ul>
            {topics.map((topic) => (
              <li key={topic.id}>
                <Link quiet href={hrefOf.topic(locale, topic.id)}>
                  {topic.title}
                </Link>
              </li>
            ))}
            {url !== null && (
              <li>
                <Link quiet href={url}>
                  {t('portalOutside', { title })}
                  <Icon name="open-in-new" size="small" />
                </Link>
              </li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  );
}
