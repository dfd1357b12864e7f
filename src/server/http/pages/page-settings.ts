import type { PageSettings } from '#contract/settings.ts';
import type { ShownInterruption } from '#domain/interruption.ts';
import { cardProviderId } from '#domain/login.ts';
import { accountUrlOf, registerUrlOf } from '#server/config/login-settings.ts';
import type { Theme } from '#server/content/theme.ts';
import type { ServerContext } from '#server/context.ts';

type Made = { everybody: PageSettings; inspectors: PageSettings };
const made = new WeakMap<Theme, { shown: readonly ShownInterruption[]; settings: Made }>();

/**
 * Returns the settings included in pages, as one object for as long as theme and interruptions stay, so that it is
 * serialized once.
 * @param inspects the requester may follow the window in the workshop; such a page must not be sent to anybody else
 */
export function pageSettings(context: ServerContext, inspects: boolean): PageSettings {
  const { theme } = context.content();
  const shown = context.interruptions.shown();
  const before = made.get(theme);
  const settings = before?.shown === shown ? before.settings : makeSettings(context, theme, shown);
  made.set(theme, { shown, settings });
  return inspects ? settings.inspectors : settings.everybody;
}

function makeSettings(
  { config, identityProviders, paymentProvider }: ServerContext,
  theme: Theme,
  interruptions: readonly ShownInterruption[],
): Made {
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
    pauses: Object.fromEntries(
      interruptions
        .filter(({ what, state }) => what !== 'maintenance' && state === 'inForce')
        .map(({ what, sentence }) => [what, sentence]),
    ),
    inspection: null,
  };
  return { everybody, inspectors: { ...everybody, inspection: { viewer: config.INSPECTOR_URL ?? null } } };
}
