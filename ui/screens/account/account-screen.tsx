import { useTranslation } from 'react-i18next';
import { askedOf } from '#machines/drafts/drafts.asked.ts';
import { selectAsked } from '#machines/drafts/drafts.selectors.ts';
import { selectDrafts } from '#machines/portal/portal.selectors.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { usePortal } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { ForPerson } from './for-person.tsx';
import { PersonalArea } from './personal-area.tsx';
import { SentHereList } from './sent-here-list.tsx';

/** The personal area: drafts and sent applications of the logged-in person (spec section 2). */
export function AccountScreen() {
  const { t } = useTranslation('account');
  const drafts = usePortal(selectDrafts);
  const { page, text } = askedOf(usePortal(selectAsked));
  const named = text === '' ? t('title') : t('titleOf', { text });
  return (
    <PortalLayout title={page > 1 ? `${named}, ${t('pages.page', { page })}` : named} greets>
      <Stack>
        <PageHeading>{t('title')}</PageHeading>
        <SentHereList />
        <ForPerson>{drafts && <PersonalArea actor={drafts} />}</ForPerson>
      </Stack>
    </PortalLayout>
  );
}
