import type { FastifyBaseLogger } from 'fastify';
import { KeyUnknown } from './key-faults.ts';
import { type Place, SealBroken } from './seal.ts';

/**
 * Opens what is stored. What does not open for good (cut, changed, moved, its key gone) is told to the operators, with
 * its place and without its content.
 * @returns null when it does not open
 * @throws PartnerUnavailable when the key service is away
 */
export async function openOrTell<T>(
  { log }: { log: Pick<FastifyBaseLogger, 'error'> },
  { table, column, id }: Place,
  open: () => T | Promise<T>,
): Promise<T | null> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof SealBroken || error instanceof KeyUnknown)) throw error;
    log.error({ table, column, id, reason: error.message }, 'a sealed value does not open');
    return null;
  }
}
