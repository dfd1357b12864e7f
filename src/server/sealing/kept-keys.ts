import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { KeyService } from '#server/ports/key-service.ts';
import type { Database } from '#server/storage/database.ts';
import { checkKeys } from './check-keys.ts';
import { KeysRefused, KeyUnknown } from './key-faults.ts';
import type { KeyServices } from './key-services.ts';

export type KeptKeys = KeyService & {
  /** Reads the keys again; such as cannot be used are logged, and the old ones stay. */
  reload(): Promise<void>;
  stop(): void;
};

export type KeptKeysOptions = {
  db: Database;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  now: () => Date;
  /** Creates the services as they are set now. @throws Error, in words for operators, when they are not set well */
  create: () => KeyServices;
  /** Time between two tries while the key service is away at the start. */
  againMs?: number;
};

const OLD_STAY = 'the keys of the installation cannot be used; the old ones stay';

/**
 * Opens the keys of the installation, once they are checked against what is stored. While the key service is away, this
 * waits for it.
 * @throws KeysRefused when they do not open what is stored
 */
export async function openKeys(options: KeptKeysOptions): Promise<KeptKeys> {
  const { db, log, now, create, againMs = 1_000 } = options;
  let services = create();
  const told = new Set<string>();

  async function check(next: KeyServices): Promise<void> {
    const useless = await checkKeys(db, next, now);
    if (useless.length > 0)
      log.error({ keys: useless }, 'data keys need keys of the installation that are not here');
  }
  async function checkFirst(): Promise<void> {
    for (let isTold = false; ; isTold = true) {
      try {
        return await check(services);
      } catch (error) {
        if (!(error instanceof PartnerUnavailable && error.partner === 'key service')) throw error;
        if (!isTold) log.warn('the start waits for the key service');
        await pause(againMs);
      }
    }
  }
  const createNext = (): KeyServices | null => {
    try {
      return create();
    } catch (error) {
      // A fault of the configuration, which names variables and lines.
      log.error({ reason: error instanceof Error ? error.message : 'unknown' }, OLD_STAY);
      return null;
    }
  };

  try {
    await checkFirst();
  } catch (error) {
    services.stop();
    throw error;
  }
  return {
    current: () => services.current(),
    knows: (by) => services.knows(by),
    wrap: (key, about) => services.wrap(key, about),
    unwrap: async (key, about) => {
      try {
        return await services.unwrap(key, about);
      } catch (error) {
        if (error instanceof KeyUnknown && !told.has(error.by)) {
          told.add(error.by);
          log.error({ key: error.by }, 'a key of the installation is needed that is not here');
        }
        throw error;
      }
    },
    reload: async () => {
      const next = createNext();
      if (!next) return;
      try {
        await check(next);
        const wraps = await next.current();
        services.stop();
        services = next;
        told.clear();
        log.info({ wraps }, 'the keys of the installation were read again');
      } catch (error) {
        next.stop();
        log.error({ reason: reasonOf(error) }, OLD_STAY);
      }
    },
    stop: () => services.stop(),
  };
}

/** The log does not record messages of errors; these are our own, and name keys and variables. */
const reasonOf = (error: unknown): string =>
  error instanceof KeysRefused || error instanceof PartnerUnavailable
    ? error.message
    : 'they cannot be checked';
