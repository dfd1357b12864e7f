import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferedLogin, PageSettings } from '#contract/settings.ts';
import type { PortalTheme } from '#contract/theme.ts';
import { type LoginProviderId, loginProviderIds, type ProviderId } from '#domain/login.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';

const SettingsContext = createContext<PageSettings | null>(null);
export const SettingsProvider = SettingsContext.Provider;

/** The settings of the page. @throws Error outside of a page */
export function useSettings(): PageSettings {
  const settings = use(SettingsContext);
  if (!settings) throw new Error('no SettingsProvider');
  return settings;
}

/** The portal's name, logos and links: settings of an administration, not texts of the product. */
export const useTheme = (): PortalTheme => useSettings().theme;

/** Ways to pay that the payment provider offers here; empty where only its page knows them. */
export const usePaymentMethods = (): readonly PaymentMethod[] => useSettings().paymentMethods;

/** A provider that people can log in with, its name in a sentence, and where it stands alone. */
export type LoginProvider = {
  id: LoginProviderId;
  name: string;
  title: string;
  registerUrl?: OfferedLogin['registerUrl'];
};

const asProvider = ({ id, registerUrl }: OfferedLogin, name: string): LoginProvider => ({
  id,
  name,
  registerUrl,
  title: name.charAt(0).toUpperCase() + name.slice(1),
});

const isLogin = (id: string | undefined): id is LoginProviderId =>
  loginProviderIds.some((known) => known === id);

/** The name of a provider, to insert into a text; '' for an unknown one. */
export function useProviderName(id: string | undefined): string {
  const { t } = useTranslation('common');
  return isLogin(id) ? t(`provider.${id}`) : '';
}

/** The account's own page, where people can log out there; null where none is known. */
export const useAccountUrl = (id: string | null): string | null =>
  useSettings().loginProviders.find((one) => one.id === id)?.accountUrl ?? null;

/** Whether people stay logged in at an account after a login here. */
export const useKeepsSession = (id: string | null): boolean =>
  useSettings().loginProviders.find((one) => one.id === id)?.keepsSession ?? false;

/** The logins of this installation. */
export const useLoginsHere = (): readonly LoginProviderId[] =>
  useSettings().loginProviders.map(({ id }) => id);

/**
 * The first login of this installation; null if there is none.
 * @param accepted ids of the providers that a form accepts; by default any
 */
export function useLoginProvider(accepted?: readonly ProviderId[]): LoginProvider | null {
  const offered = useSettings().loginProviders.find((one) => accepted?.includes(one.id) ?? true);
  const name = useProviderName(offered?.id);
  return offered === undefined ? null : asProvider(offered, name);
}

/**
 * The logins that are offered, in the order of this installation.
 * @param accepted ids of the providers that a form accepts; by default any
 */
export function useLoginProviders(accepted?: readonly ProviderId[]): readonly LoginProvider[] {
  const { t } = useTranslation('common');
  return useSettings()
    .loginProviders.filter(({ id }) => accepted?.includes(id) ?? true)
    .map((offered) => asProvider(offered, t(`provider.${offered.id}`)));
}

/** Names of logins in a sentence that accepts any of them: "A, B or C". */
export function useLoginNames(ids: readonly LoginProviderId[]): string {
  const { t, i18n } = useTranslation('common');
  const names = ids.map((id) => t(`provider.${id}`));
  return new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(names);
}
