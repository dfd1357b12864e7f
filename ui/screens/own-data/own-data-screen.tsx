import { useTranslation } from 'react-i18next';
import { selectErasure, selectOwnData } from '#machines/ownData/ownData.selectors.ts';
import { selectViewer } from '#machines/portal/portal.selectors.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Recognising } from '../account/recognising.tsx';
import { SignedOut } from '../account/signed-out.tsx';
import { usePortal } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { Erased } from './erased.tsx';
import { OwnData } from './own-data.tsx';

/** Everything that the portal keeps of the person: to look at, to take along, to remove, to delete. */
export function OwnDataScreen() {
  const { t } = useTranslation('ownData');
  const ownData = usePortal(selectOwnData);
  const viewer = usePortal(selectViewer);
  const erasure = usePortal(selectErasure);
  if (erasure) return <Erased erasure={erasure} />;
  if (ownData) return <OwnData actor={ownData} />;
  return (
    <PortalLayout title={t('title')}>
      <Stack>
        <PageHeading>{t('title')}</PageHeading>
        {viewer === 'unknown' ? <Recognising /> : <SignedOut anonymous={viewer === 'anonymous'} />}
      </Stack>
    </PortalLayout>
  );
}
