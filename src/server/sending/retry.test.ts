import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { DeliveryRefused } from '#server/submission/fit-connect/errors.ts';
import { mayPass, retryOf } from './retry.ts';

const config = { DELIVERY_RETRY_SECONDS: 60, DELIVERY_RETRY_DAYS: 7 } as Parameters<
  typeof retryOf
>[0]['config'];
const start = Date.parse('2026-11-20T12:00:00.000Z');
const minutes = (iso: string) => (Date.parse(iso) - start) / 60_000;

const refusedBy = (code: string) => Object.assign(new pg.DatabaseError('said', 4, 'error'), { code });

/** Returns the tries of a step that never succeeds, in minutes after the first one. */
function tries(): number[] {
  const moments: number[] = [];
  let facts: Parameters<typeof retryOf>[1] = { tries: 0, tryUntil: null };
  let now = start;
  for (;;) {
    const retry = retryOf({ config, now: () => new Date(now) }, facts);
    if (retry.nextTryAt > (facts.tryUntil ?? retry.tryUntil)) return moments;
    moments.push(minutes(retry.nextTryAt));
    now = Date.parse(retry.nextTryAt);
    facts = { tries: facts.tries + 1, tryUntil: facts.tryUntil ?? retry.tryUntil };
  }
}

describe('what cannot be done now', () => {
  it('is tried again after 1, 2, 4 … minutes, at least every four hours, for a week and at its end', () => {
    const moments = tries();
    expect(moments.slice(0, 8)).toEqual([1, 3, 7, 15, 31, 63, 127, 255]);
    const pauses = moments.slice(1).map((moment, index) => moment - moments[index]!);
    expect(Math.max(...pauses)).toBe(240);
    expect(moments.at(-1)).toBe(7 * 24 * 60);
  });

  it.each([
    [
      'a partner that is away',
      'SUBMIT_DATA_TO_AUTHORITY',
      new PartnerUnavailable('delivery service', 'no'),
      true,
    ],
    ['a database without its rights', 'CREATE_PROTOCOL', refusedBy('42501'), true],
    ['a fault of a statement', 'CREATE_PROTOCOL', refusedBy('23514'), false],
    ['a refusal', 'SUBMIT_DATA_TO_AUTHORITY', new DeliveryRefused('no', 422), false],
    ['anything else before the delivery', 'CREATE_PROTOCOL', new Error('no'), false],
    ['a refusal after the delivery', 'SUBMIT_DATA_TO_POSTBOX', new DeliveryRefused('no', 422), true],
    ['anything else after the delivery', 'CREATE_RECEIPT', new Error('no'), true],
  ] as const)('passes by itself or not: %s', (_, step, error, passes) => {
    expect(mayPass(step, error)).toBe(passes);
  });
});
