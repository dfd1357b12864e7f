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
  /** Time between two tries of a check that could not be made. */
  againMs?: number;
};

/**
 * Opens the keys of the installation. Nothing is wrapped or opened before they are checked against what is stored. When
 * the key service is away, the server starts all the same, and checks them as soon as possible: until then what needs a
 * key is answered as while it is away.
 * @throws KeysRefused when they do not open what is stored
 */
export async function openKeys({
  db,
  log,
  now,
  create,
  againMs = 1_000,
}: KeptKeysOptions): Promise<KeptKeys> {
  let services = create();
  let isChecked = false;
  let isStopped = false;
  let again: NodeJS.Timeout | undefined;
  const told = new Set<string>();

  async function check(next: KeyServices): Promise<void> {
    const useless = await checkKeys(db, next, now);
    if (useless.length > 0)
      log.error({ keys: useless }, 'data keys need keys of the installation that are not here');
  }
  const checkAgain = () => {
    if (!isStopped) again = setTimeout(() => void checkLate(), againMs).unref();
  };
  async function checkLate(): Promise<void> {
    try {
      await check(services);
      isChecked = true;
      log.info('the keys of the installation are checked');
    } catch (error) {
      if (!(error instanceof KeysRefused)) return checkAgain();
      // The server runs already: it goes on without keys until an operator gives it the right ones.
      log.error({ reason: error.message }, 'the keys of the installation cannot be used');
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
  const assertChecked = () => {
    if (!isChecked) throw new PartnerUnavailable('key service', 'the keys are not checked yet');
  };

  try {
    await check(services);
    isChecked = true;
  } catch (error) {
    if (!(error instanceof PartnerUnavailable)) {
      services.stop();
      throw error;
    }
    log.warn('the key service is away at the start: what is stored can be opened when it is back');
    checkAgain();
  }
  return {
    current: () => services.current(),
    knows: (by) => services.knows(by),
    wrap: async (key, about) => {
      assertChecked();
      return services.wrap(key, about);
    },
    unwrap: async (key, about) => {
      assertChecked();
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
        services.stop();
        services = next;
        isChecked = true;
        clearTimeout(again);
        told.clear();
        log.info({ wraps: await next.current() }, 'the keys of the installation were read again');
      } catch (error) {
        next.stop();
        log.error({ reason: reasonOf(error) }, OLD_STAY);
      }
    },
    stop: () => {
      isStopped = true;
      clearTimeout(again);
      services.stop();
    },
  };
}

const OLD_STAY = 'the keys of the installation cannot be used; the old ones stay';

/** The log does not record messages of errors; these are our own, and name keys and variables. */
const reasonOf = (error: unknown): string =>
  error instanceof KeysRefused || error instanceof PartnerUnavailable
    ? error.message
    : 'they cannot be checked';
