import { useTranslation } from 'react-i18next';
import { selectViewer } from '#machines/portal/portal.selectors.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { Recognising } from '../account/recognising.tsx';
import { SignedOut } from '../account/signed-out.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, usePortal } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { HandIn } from './hand-in.tsx';

/** Documents that were promised for later are handed in here, with the account that the application belongs to. */
export function HandInArea() {
  const { t } = useTranslation(['handIn', 'account']);
  const locale = useLocale();
  const actor = usePortal(({ children }) => children.handingIn);
  const viewer = usePortal(selectViewer);
  return (
    <PortalLayout title={t('title')}>
      <Stack>
        <PageHeading>{t('title')}</PageHeading>
        {actor && <HandIn actor={actor} />}
        {!actor && viewer === 'unknown' && <Recognising />}
        {!actor && viewer !== 'unknown' && <SignedOut anonymous={viewer === 'anonymous'} />}
        <p>
          <Link quiet href={hrefOf.account(locale)}>
            {t('account:logins.back')}
          </Link>
        </p>
      </Stack>
    </PortalLayout>
  );
}
