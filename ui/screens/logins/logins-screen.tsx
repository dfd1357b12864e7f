import { useTranslation } from 'react-i18next';
import { selectLogins } from '#machines/portal/portal.selectors.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { ForPerson } from '../account/for-person.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, usePortal } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { LoginList } from './login-list.tsx';

/** The places where the person is logged in. */
export function LoginsScreen() {
  const { t } = useTranslation('account');
  const locale = useLocale();
  const logins = usePortal(selectLogins);
  return (
    <PortalLayout title={t('logins.title')}>
      <Stack>
        <PageHeading>{t('logins.title')}</PageHeading>
        <ForPerson>{logins && <LoginList actor={logins} />}</ForPerson>
        <p>
          <Link quiet href={hrefOf.account(locale)}>
            {t('logins.back')}
          </Link>
        </p>
      </Stack>
    </PortalLayout>
  );
}
