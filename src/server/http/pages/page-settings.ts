import type { PageSettings } from '#contract/settings.ts';
import { cardProviderId } from '#domain/login.ts';
import type { Theme } from '#server/content/theme.ts';
import type { ServerContext } from '#server/context.ts';

const made = new WeakMap<Theme, PageSettings>();

/** The settings included in pages: the same object for the lifetime of the theme, so that it is serialized once. */
export function pageSettings({
  config,
  content,
  identityProviders,
  paymentProvider,
}: ServerContext): PageSettings {
  const { theme } = content();
  const settings = made.get(theme) ?? {
    theme: theme.portal,
    loginProviders: [...identityProviders.values()].map(({ id, type }) => ({ id, type })),
    cardAppUrl: identityProviders.has(cardProviderId) ? config.EID_STATUS_URL : null,
    paymentMethods: paymentProvider.methods,
  };
  made.set(theme, settings);
  return settings;
}
