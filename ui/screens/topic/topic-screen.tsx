import { useTranslation } from 'react-i18next';
import type { TopicAnswer } from '#contract/content.ts';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { Breadcrumbs } from '../shared/breadcrumbs.tsx';
import { PlaceLine } from '../shared/chosen-place.tsx';
import { HelpBand } from '../shared/help-band.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { ServiceList } from '../shared/service-list.tsx';

/** A topic area with its services. */
export function TopicScreen({ answer: { topic, services } }: { answer: TopicAnswer }) {
  const { t } = useTranslation('browse');
  const locale = useLocale();
  return (
    <PortalLayout title={topic.title} description={topic.teaser}>
      <Stack>
        <Breadcrumbs
          above={[{ href: `${hrefOf.home(locale)}#topics`, title: t('topic.all') }]}
          here={topic.title}
        />
        <Stack gap="small">
          <PageHeading>{topic.title}</PageHeading>
          <Lead>{topic.teaser}</Lead>
        </Stack>
        <PlaceLine />
        <SectionHeading>{t('topic.services', { count: services.length })}</SectionHeading>
        <ServiceList services={services} />
        <HelpBand />
      </Stack>
    </PortalLayout>
  );
}
