import type { PageSettings } from '#contract/settings.ts';
import { cardProviderId } from '#domain/login.ts';
import { accountUrlOf, registerUrlOf } from '#server/config/login-settings.ts';
import type { Theme } from '#server/content/theme.ts';
import type { ServerContext } from '#server/context.ts';

type Made = { everybody: PageSettings; inspectors: PageSettings };
const made = new WeakMap<Theme, Made>();

/**
 * Returns the settings included in pages, as one object for the lifetime of the theme, so that it is serialized once.
 * @param inspects the requester may follow the window in the workshop; such a page must not be sent to anybody else
 */
export function pageSettings(context: ServerContext, inspects: boolean): PageSettings {
  const { theme } = context.content();
  const settings = made.get(theme) ?? makeSettings(context, theme);
  made.set(theme, settings);
  return inspects ? settings.inspectors : settings.everybody;
}

function makeSettings({ config, identityProviders, paymentProvider }: ServerContext, theme: Theme): Made {
  const everybody = {
    theme: theme.portal,
    loginProviders: [...identityProviders.values()].map(({ id, type, keepsSession }) => ({
      id,
      type,
      keepsSession,
      accountUrl: accountUrlOf(id, config),
      registerUrl: registerUrlOf(id, config),
    })),
    cardAppUrl: identityProviders.has(cardProviderId) ? config.EID_STATUS_URL : null,
    paymentMethods: paymentProvider.methods,
    inspection: null,
  };
  return { everybody, inspectors: { ...everybody, inspection: { viewer: config.INSPECTOR_URL ?? null } } };
}
