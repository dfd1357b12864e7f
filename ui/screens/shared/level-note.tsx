import { useTranslation } from 'react-i18next';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Account } from '#machines/session/session.types.ts';
import { Link } from '#ui/kit/link.tsx';
import { useAccountName } from './account-name.ts';
import { pageHref } from './paths.ts';
import { useLocale } from './portal-context.tsx';
import { useProviderName } from './settings-context.tsx';
import { useStepUp } from './use-step-up.ts';

/**
 * The level of the current login, the required one, and the means to reach it; or the note that the account has no way.
 */
export function LevelNote({ account, needed }: { account: Account; needed: TrustLevel }) {
  const { t } = useTranslation('level');
  const locale = useLocale();
  const accountName = useAccountName();
  const way = useStepUp(account, needed);
  const provider = useProviderName(account.providerId);
  return (
    <>
      <p>
        {t('present', {
          name: accountName(account),
          level: t(`name.${account.trustLevel}`),
          needed: t(`name.${needed}`),
        })}
      </p>
      {way ? (
        <p>
          {t(`how.${needed}`)}{' '}
          {needed !== 'low' && <Link href={pageHref(locale, 'onlineId')}>{t('onlineId')}</Link>}
        </p>
      ) : (
        <p>{t('unreachable', { provider, needed: t(`name.${needed}`) })}</p>
      )}
    </>
  );
}
