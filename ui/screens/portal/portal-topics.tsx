import { useTranslation } from 'react-i18next';
import type { PortalAnswer } from '#contract/content.ts';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { ServiceList } from '../shared/service-list.tsx';

/**
 * The topics of a thematic portal: a list of them, then each with the services that no topic above it has. The page of
 * the topic has all of its services.
 */
export function PortalTopics({ topics }: Pick<PortalAnswer, 'topics'>) {
  const { t } = useTranslation('browse');
  const locale = useLocale();
  return (
    <>
      <nav className="sp-contents" aria-labelledby="topics">
        <h2 id="topics">{t('portal.topics')}</h2>
        <ul>
          {topics.map(({ topic }) => (
            <li key={topic.id}>
              <Link href={`#${topic.id}`}>{topic.title}</Link>
            </li>
          ))}
        </ul>
      </nav>
      {topics.map(({ topic, services }) => (
        <section key={topic.id} className="sp-section" aria-labelledby={topic.id}>
          <SectionHeading id={topic.id}>{topic.title}</SectionHeading>
          {services.length > 0 && <ServiceList services={services} isShort />}
          <p>
            <Link href={hrefOf.topic(locale, topic.id)}>{t('portal.topic', { title: topic.title })}</Link>
          </p>
        </section>
      ))}
    </>
  );
}
