import { useTranslation } from 'react-i18next';
import type { PortalLink } from '#contract/content.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';

/** The thematic portals. */
export function PortalsScreen({ portals }: { portals: readonly PortalLink[] }) {
  const { t } = useTranslation('browse');
  return (
    <PortalLayout title={t('portals.title')}>
      <PageHeading>{t('portals.title')}</PageHeading>
      {portals.map(({ id, title }) => (
        <p key={id}>{title}</p>
      ))}
    </PortalLayout>
  );
}
