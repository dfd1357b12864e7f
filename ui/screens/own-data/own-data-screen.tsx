import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectErasure, selectOwnData } from '#machines/ownData/ownData.selectors.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { ForPerson } from '../account/for-person.tsx';
import { usePortal } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { Erased } from './erased.tsx';
import { OwnData } from './own-data.tsx';

/** Everything that the portal keeps of the person: to look at, to take along, to remove, to delete. */
export function OwnDataScreen() {
  const { t } = useTranslation('ownData');
  const ownData = usePortal(selectOwnData);
  const erasure = usePortal(selectErasure);
  const isOfOne = useSelector(ownData, (snapshot) => (snapshot?.context.application ?? null) !== null);
  if (erasure) return <Erased erasure={erasure} />;
  const title = t(isOfOne ? 'removal.title' : 'title');
  return (
    <PortalLayout title={title}>
      <Stack>
        <PageHeading>{title}</PageHeading>
        <ForPerson>{ownData && <OwnData actor={ownData} />}</ForPerson>
      </Stack>
    </PortalLayout>
  );
}
