import { useTranslation } from 'react-i18next';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { ForPerson } from '../account/for-person.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, usePortal } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { HandIn } from './hand-in.tsx';

/** Documents that were promised for later are handed in here, with the account that the application belongs to. */
export function HandInArea() {
  const { t } = useTranslation(['handIn', 'account']);
  const locale = useLocale();
  const actor = usePortal(({ children }) => children.handingIn);
  return (
    <PortalLayout title={t('title')}>
      <Stack>
        <PageHeading>{t('title')}</PageHeading>
        <ForPerson>{actor && <HandIn actor={actor} />}</ForPerson>
        <p>
          <Link quiet href={hrefOf.account(locale)}>
            {t('account:logins.back')}
          </Link>
        </p>
      </Stack>
    </PortalLayout>
  );
}
