import { expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { ProblemError } from '#server/problem-error.ts';
import { fitsElsewhere } from './other-content.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-26T12:00:00Z');

/**
 * Makes a server whose only application was to be sent long ago.
 * @param agoMs how long ago; null when there is none any more
 */
function server(agoMs: number | null): ServerContext {
  const query = {
    select: () => query,
    where: () => query,
    executeTakeFirst: async () =>
      agoMs === null ? undefined : { updatedAt: new Date(now.getTime() - agoMs) },
  };
  return { now: () => now, storage: { db: { selectFrom: () => query } } } as unknown as ServerContext;
}

it.each<[string, Error, number | null, boolean]>([
  ['a form that is unknown, a minute after', new ProblemError('form-not-found'), 60_000, true],
  ['a form that is unknown, a month after', new ProblemError('form-not-found'), 30 * 24 * HOUR_MS, true],
  [
    'a form that has changed, just before an hour is over',
    new ProblemError('summary-changed'),
    HOUR_MS - 1,
    true,
  ],
  ['a form that has changed, after an hour', new ProblemError('summary-changed'), HOUR_MS, false],
  [
    'a form that has changed, of an application that is gone',
    new ProblemError('summary-changed'),
    null,
    false,
  ],
  ['another refusal', new ProblemError('form-invalid'), 0, false],
  ['a partner that is away', new PartnerUnavailable('delivery service', 'no'), 0, false],
  ['anything else', new Error('form-not-found'), 0, false],
])('waits for another content or not: %s', async (_, error, ago, fits) => {
  expect(await fitsElsewhere(server(ago), 'id', error)).toBe(fits);
});
