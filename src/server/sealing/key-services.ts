import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import type { KeyService } from '#server/ports/key-service.ts';
import { KeyUnknown } from './key-faults.ts';
import { createLocalKeys } from './local-keys.ts';
import { type SealingSettings, transitIn } from './settings.ts';
import { createTransit } from './vault/transit.ts';

/** The keys of the installation as they are set. */
export type KeyServices = KeyService & { stop(): void };

/**
 * Creates the services that have the keys of the installation: one wraps, and all of them open, so that an
 * installation can change from one to the other.
 */
export function createKeyServices(
  settings: SealingSettings,
  about: { presence?: PartnerPresence; pauses?: { lookMs: number; awayMs: number } } = {},
): KeyServices {
  const transit = transitIn(settings);
  const vault = transit && createTransit({ ...transit, ...about });
  const local = settings.SEALING_KEYS ? createLocalKeys(settings.SEALING_KEYS) : null;
  const wrapping = settings.SEALING_BY === 'vault' || !local ? vault : local;
  if (!wrapping) throw new Error('no keys of the installation are set');
  const serviceOf = (by: string) => (by.startsWith('local:') ? local : vault);
  return {
    wrap: wrapping.wrap,
    current: wrapping.current,
    knows: async (by) => (await serviceOf(by)?.knows(by)) ?? false,
    unwrap: async (key, about) => {
      const service = serviceOf(key.by);
      if (!service) throw new KeyUnknown(key.by);
      return service.unwrap(key, about);
    },
    stop: () => vault?.stop(),
  };
}
