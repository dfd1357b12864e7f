import { expect, vi } from 'vitest';

/**
 * Waits until something is as expected; also in concurrent tests, in which expect.poll does not work.
 * @param patience milliseconds
 * @throws the last difference
 */
export const eventually = <T>(look: () => T | Promise<T>, expected: T, patience = 120_000): Promise<void> =>
  vi.waitFor(async () => expect(await look()).toEqual(expected), { timeout: patience, interval: 100 });
