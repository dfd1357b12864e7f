import { useTranslation } from 'react-i18next';
import { selectDrafts, selectViewer } from '#machines/portal/portal.selectors.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { usePortal } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { PersonalArea } from './personal-area.tsx';
import { Recognising } from './recognising.tsx';
import { SentHereList } from './sent-here-list.tsx';
import { SignedOut } from './signed-out.tsx';

/** The personal area: drafts and sent applications of the logged-in person (spec section 2). */
export function AccountScreen() {
  const { t } = useTranslation('account');
  const drafts = usePortal(selectDrafts);
  const viewer = usePortal(selectViewer);
  return (
    <PortalLayout title={t('title')} greets>
      <Stack>
        <PageHeading>{t('title')}</PageHeading>
        <SentHereList />
        {drafts && <PersonalArea actor={drafts} />}
        {!drafts && viewer === 'unknown' && <Recognising />}
        {!drafts && viewer !== 'unknown' && <SignedOut anonymous={viewer === 'anonymous'} />}
      </Stack>
    </PortalLayout>
  );
}
