import { useTranslation } from 'react-i18next';
import type { PortalLink } from '#contract/content.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { Breadcrumbs } from '../shared/breadcrumbs.tsx';
import { HelpBand } from '../shared/help-band.tsx';
import { PortalCards } from '../shared/portal-cards.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';

/** The thematic portals. */
export function PortalsScreen({ portals }: { portals: readonly PortalLink[] }) {
  const { t } = useTranslation('browse');
  return (
    <PortalLayout title={t('portals.title')} description={t('portals.lead')}>
      <Stack gap="large">
        <Stack gap="small">
          <Breadcrumbs here={t('portals.title')} />
          <PageHeading>{t('portals.title')}</PageHeading>
          <Lead>{t('portals.lead')}</Lead>
        </Stack>
        <PortalCards portals={portals} headingLevel={2} />
        <HelpBand />
      </Stack>
    </PortalLayout>
  );
}
