import { useTranslation } from 'react-i18next';
import type { PortalAnswer } from '#contract/content.ts';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { AuthorityContact } from '../shared/authority-contact.tsx';
import { Breadcrumbs } from '../shared/breadcrumbs.tsx';
import { PlaceLine } from '../shared/chosen-place.tsx';
import { HelpBand } from '../shared/help-band.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { PortalTopics } from './portal-topics.tsx';

/** A thematic portal: what it is for, its topics with their services, and whom to ask. */
export function PortalScreen({ answer }: { answer: PortalAnswer }) {
  const { title, teaser, introduction, topics, authority } = answer;
  const { t } = useTranslation('browse');
  const locale = useLocale();
  return (
    <PortalLayout title={title} description={teaser}>
      <Stack>
        <Breadcrumbs above={[{ href: hrefOf.portals(locale), title: t('portals.title') }]} here={title} />
        <Stack gap="small">
          <PageHeading>{title}</PageHeading>
          <Lead>{teaser}</Lead>
          {introduction !== null && <p className="sp-measure">{introduction}</p>}
        </Stack>
        <PlaceLine />
        <PortalTopics topics={topics} />
        {authority && (
          <section className="sp-section" aria-labelledby="contact">
            <SectionHeading id="contact">{t('portal.contact')}</SectionHeading>
            <AuthorityContact authority={authority} />
          </section>
        )}
        <HelpBand />
      </Stack>
    </PortalLayout>
  );
}
