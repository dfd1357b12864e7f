import { useTranslation } from 'react-i18next';
import type { ServiceAnswer } from '#contract/content.ts';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { ServiceList } from '../shared/service-list.tsx';

/** Further services that people look for, and the topics this service belongs to besides the one above its title. */
export function RelatedServices({ answer: { service } }: { answer: ServiceAnswer }) {
  const { t } = useTranslation('service');
  const locale = useLocale();
  const [, ...topics] = service.topics;
  return (
    <>
      {service.related.length > 0 && (
        <section className="sp-section sp-on-screen" aria-labelledby="related">
          <SectionHeading id="related">{t('related')}</SectionHeading>
          <ServiceList services={service.related} />
        </section>
      )}
      {topics.length > 0 && (
        <p className="sp-topics sp-on-screen">
          {t('topics')}{' '}
          {topics.map(({ id, title }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link href={hrefOf.topic(locale, id)}>{title}</Link>
            </span>
          ))}
        </p>
      )}
    </>
  );
}
