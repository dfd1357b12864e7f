import { useTranslation } from 'react-i18next';
import { Link } from '#ui/kit/link.tsx';
import { useAccountUrl, useProviderName } from './settings-context.tsx';

/** The account's own page, where people log out there; nothing where it is not known. */
export function AccountLink({ id }: { id: string | null }) {
  const { t } = useTranslation('ending');
  const url = useAccountUrl(id);
  const provider = useProviderName(id ?? undefined);
  return url === null ? null : (
    <p>
      <Link href={url}>{t('account.link', { provider })}</Link>
    </p>
  );
}
