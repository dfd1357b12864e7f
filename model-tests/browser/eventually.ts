import { expect, vi } from 'vitest';

/**
 * Waits until a value is as expected. Works in concurrent tests, unlike expect.poll.
 * @param patience milliseconds
 * @throws the last difference
 */
export const eventually = <T>(look: () => T | Promise<T>, expected: T, patience = 120_000): Promise<void> =>
  vi.waitFor(async () => expect(await look()).toEqual(expected), { timeout: patience, interval: 100 });
