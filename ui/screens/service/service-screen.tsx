import { useTranslation } from 'react-i18next';
import type { ServiceAnswer } from '#contract/content.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead, Stack, WithAside } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { Breadcrumbs } from '../shared/breadcrumbs.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { ActionBox } from './action-box.tsx';
import { PageContents } from './page-contents.tsx';
import { RelatedServices } from './related-services.tsx';
import { partsOf } from './service-parts.ts';
import { ServiceSection } from './service-section.tsx';

/**
 * A service: what it is, who is responsible at the place, how to apply (spec section 2). The box with the way to apply
 * is next to the text where there is room, below the teaser on phones. Search engines get title and teaser once more
 * from `src/server/seo/structured-data.ts`.
 */
export function ServiceScreen({ answer }: { answer: ServiceAnswer }) {
  const { service } = answer;
  const parts = partsOf(answer);
  const { t } = useTranslation('service');
  const locale = useLocale();
  const topics = service.topics
    .slice(0, 1)
    .map(({ id, title }) => ({ href: hrefOf.topic(locale, id), title }));
  return (
    <PortalLayout title={service.title} description={service.teaser}>
      <WithAside
        lead={
          <Stack gap="small">
            <Breadcrumbs above={topics} here={service.title} hereLang={service.titleLang} />
            <PageHeading lang={service.titleLang}>{service.title}</PageHeading>
            {!service.sections.some(({ saysTeaser }) => saysTeaser) && (
              <Lead lang={service.teaserLang}>{service.teaser}</Lead>
            )}
          </Stack>
        }
        aside={<ActionBox answer={answer} />}
      >
        <PageContents modules={parts.map(({ module }) => module)} hasRelated={service.related.length > 0} />
        {parts.map((part) => (
          <ServiceSection key={part.module} part={part} answer={answer} />
        ))}
        <RelatedServices answer={answer} />
        <p className="sp-on-screen">
          <Link
            quiet
            href={hrefOf.feedback(locale, {
              occasion: 'service',
              leiKaId: service.leiKaId,
              area: answer.place?.key,
            })}
            target="_blank"
          >
            {t('feedback')}
          </Link>
        </p>
      </WithAside>
    </PortalLayout>
  );
}
