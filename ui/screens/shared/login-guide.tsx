import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cardProviderId, type LoginProviderId } from '#domain/login.ts';
import { Details } from '#ui/kit/details.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { CustomerService } from './customer-service.tsx';
import { pageHref } from './paths.ts';
import { useLocale } from './portal-context.tsx';
import { type LoginProvider, useLoginNames, useLoginProviders } from './settings-context.tsx';

/**
 * Guide for people without an account: what one is, how to get each that is offered, and what to do without.
 * @param accepted ids of the logins in question; by default all of this installation
 * @param children what to do without
 */
export function LoginGuide({
  accepted,
  children,
}: {
  accepted?: readonly LoginProviderId[];
  children: ReactNode;
}) {
  const { t } = useTranslation('guide');
  const providers = useLoginProviders(accepted);
  const accounts = providers.filter(({ id }) => id !== cardProviderId);
  const told = accounts.filter(({ registerUrl }) => registerUrl === undefined).map(({ id }) => id);
  const names = useLoginNames(told);
  return (
    <Details summary={t(accounts.length > 0 ? 'title' : 'titleCard')}>
      <Stack gap="small">
        {accounts.length > 0 && <p>{t('what')}</p>}
        <Prose>
          <ul>
            {providers.map((provider) => (
              <li key={provider.id}>
                <Way provider={provider} />
              </li>
            ))}
          </ul>
        </Prose>
        {told.length > 0 && (
          <div>
            <p>{t('ask', { names })}</p>
            <CustomerService />
          </div>
        )}
        {children}
      </Stack>
    </Details>
  );
}

function Way({ provider: { id, name, title, registerUrl } }: { provider: LoginProvider }) {
  const { t } = useTranslation('guide');
  const locale = useLocale();
  return (
    <>
      <strong>{title}:</strong> {t(`way.${id}`)}{' '}
      {id === cardProviderId && (
        <Link href={pageHref(locale, 'onlineId')} target="_blank">
          {t('card')}
        </Link>
      )}
      {registerUrl !== undefined && (
        <Link href={registerUrl[locale]} target="_blank">
          {t('get', { name })}
        </Link>
      )}
    </>
  );
}
