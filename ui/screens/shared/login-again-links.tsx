import { useTranslation } from 'react-i18next';
import { processUnderWay } from '#machines/portal/portal.selectors.ts';
import { selectFormerProvider } from '#machines/session/session.selectors.ts';
import { LinkButton } from '#ui/kit/button.tsx';
import { openLogin } from './login-window.ts';
import { hrefOf } from './paths.ts';
import { useLocale, usePortal, useSession } from './portal-context.tsx';
import { type LoginProvider, useLoginProviders } from './settings-context.tsx';

/**
 * Links to the login in a separate window: everything on the screen stays there. No browser blocks links as pop-ups:
 * where the click may open no window, the link does. The login that opened the session comes first. With an application
 * on the screen it is the only one: any other account is another person, for whom all input is dropped.
 */
export function LoginAgainLinks() {
  const { t } = useTranslation('ending');
  const isApplying = usePortal((snapshot) => processUnderWay(snapshot) !== null);
  const { former, others } = useLoginsAgain();
  return (
    <>
      {former && <AgainLink provider={former}>{t('session.login')}</AgainLink>}
      {(isApplying && former ? [] : others).map((provider) => (
        <AgainLink key={provider.id} provider={provider}>
          {t('session.loginAt', { provider: provider.name })}
        </AgainLink>
      ))}
    </>
  );
}

/**
 * The login that opened the last session, and the others; the only login of the installation counts as the former one.
 */
export function useLoginsAgain(): { former: LoginProvider | null; others: readonly LoginProvider[] } {
  const providers = useLoginProviders();
  const id = useSession(selectFormerProvider);
  const [only] = providers;
  const former =
    providers.find((one) => one.id === id) ?? (providers.length === 1 ? only : undefined) ?? null;
  return { former, others: providers.filter((one) => one !== former) };
}

function AgainLink({ provider, children }: { provider: LoginProvider; children: string }) {
  const login = { lang: useLocale(), provider: provider.id };
  return (
    <LinkButton
      variant="secondary"
      icon="account"
      href={hrefOf.redirect(login)}
      target="_blank"
      onClick={(event) => {
        if (openLogin(login)) event.preventDefault();
      }}
    >
      {children}
    </LinkButton>
  );
}
