import type { FormEngine } from '#domain/form-engine.ts';
import type { Config } from '#server/config/config.ts';
import { formServerSettings } from '#server/config/form-server-settings.ts';
import { createLipServer } from '#server/engines/lip/server.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import type { FormServer } from '#server/ports/form-server.ts';

/** The form servers that are configured. */
export function createFormServers(
  config: Config,
  presence: PartnerPresence,
): ReadonlyMap<FormEngine, FormServer> {
  const servers = new Map<FormEngine, FormServer>();
  const settings = formServerSettings(config);
  if (settings) {
    const { LIP_URL: url, LIP_CLIENT_ID: clientId, LIP_PRIVATE_KEY, LIP_PUBLIC_KEY } = settings;
    const agreed = {
      url,
      clientId,
      // Either may be renewed (config/renewed.ts).
      get privateKey() {
        return config.LIP_PRIVATE_KEY ?? LIP_PRIVATE_KEY;
      },
      get publicKey() {
        return config.LIP_PUBLIC_KEY ?? LIP_PUBLIC_KEY;
      },
      presence,
    };
    servers.set('LIP', createLipServer(agreed, new URL(config.PUBLIC_URL).origin));
  }
  return servers;
}
