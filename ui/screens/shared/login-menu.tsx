import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';
import { type LoginProvider, useLoginProviders } from './settings-context.tsx';
import { useLogIn } from './use-log-in.ts';

/** The choice of a login in the account bar (spec section 2); one button where there is only one. */
export function LoginMenu() {
  const { t } = useTranslation('common');
  const providers = useLoginProviders();
  const [only] = providers;
  if (only === undefined) return null;
  if (providers.length === 1) {
    return (
      <LoginLink provider={only} variant="secondary" icon="account">
        {t('account.login')}
      </LoginLink>
    );
  }
  return (
    <details className="sp-menu sp-menu--account sp-menu--login">
      <summary className="sp-menu__summary">
        <Icon name="account" />
        <span>{t('account.login')}</span>
        <Icon name="arrow-down" size="small" />
      </summary>
      <ul className="sp-menu__body sp-logins" aria-label={t('account.choose')}>
        {providers.map((provider) => (
          <li key={provider.id}>
            <LoginLink provider={provider} variant="quiet">
              {provider.title}
              <span className="sp-logins__for">{t(`account.for.${provider.id}`)}</span>
            </LoginLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A link to a login; without scripts it leads to the personal area, which explains what to do. */
function LoginLink({
  provider,
  ...look
}: { provider: LoginProvider } & Pick<Parameters<typeof LinkButton>[0], 'variant' | 'icon' | 'children'>) {
  const locale = useLocale();
  const logIn = useLogIn();
  return (
    <LinkButton
      {...look}
      href={hrefOf.account(locale)}
      onClick={(event) => {
        event.preventDefault();
        logIn({ providerId: provider.id });
      }}
    />
  );
}
