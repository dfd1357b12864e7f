import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processingTimeAt } from '#server/content/local-texts.ts';
import type { ServerContext } from '#server/context.ts';
import type { DeliveryEvent } from '#server/ports/delivery.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { coursesOf } from './sent-course.ts';

let storage: Storage;
const now = new Date('2026-11-27T12:00:00Z');
const sentAt = new Date('2026-11-27T10:00:00.400Z');

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => {
  await storage?.close();
});

const event = (kind: DeliveryEvent['kind'], issuedAt: string): DeliveryEvent => ({
  kind,
  issuedAt,
  issuer: 'delivery service',
  jti: kind,
  problems: [{ title: 'schema violation', detail: 'at /data' }],
  token: 'secret',
});

const service = {
  leiKaId: '99',
  texts: {},
  costs: [],
  deadlines: [],
  processingTime: { value: 2, unit: 'week' },
  localTexts: [{ areas: ['010030000000'], texts: {}, processingTime: { value: 3, unit: 'workday' } }],
};
const context = () =>
  ({
    storage,
    now: () => now,
    content: () => ({ services: new Map([['99', service]]) }),
  }) as unknown as ServerContext;

const sent = {
  submittedAt: sentAt,
  postboxSentAt: null,
  events: [] as DeliveryEvent[],
  sentState: 'submitted',
  statusCheckedAt: null,
} as const;
const kiel = { areaKey: '010020000000', leiKaId: '99' };
const usual = ({ areaKey, leiKaId }: typeof kiel) => processingTimeAt(context().content(), leiKaId, areaKey);

async function stored(settlements: { rule: string; refused?: boolean; at: string }[] = []): Promise<string> {
  const row = processRow(now, { status: 'SUBMITTED' });
  await storage.db.insertInto('process').values(row).execute();
  for (const { rule, refused = false, at } of settlements) {
    await storage.db
      .insertInto('journal')
      .values({
        processId: row.id,
        machine: 'process',
        attempt: null,
        event: 'payment.settled',
        stateBefore: 'PAYMENT_PENDING',
        stateAfter: 'PAID',
        rule,
        mover: 'paymentProvider',
        at: new Date(at),
        lastAt: new Date(at),
        refused,
        times: 1,
      })
      .execute();
  }
  return row.id;
}
const courseOf = async (
  id: string,
  change: Partial<Parameters<Awaited<ReturnType<typeof coursesOf>>>[1]> = {},
) => (await coursesOf(context(), [id]))(id, { ...sent, ...change }, usual(kiel));

describe('the course of a sent application', () => {
  it('has the payment of the fee, not money that pays nothing, and no refused report', async () => {
    const id = await stored([
      { rule: 'PROC-32', at: '2026-11-27T09:00:00Z' },
      { rule: 'PROC-08', at: '2026-11-27T09:30:00Z' },
      { rule: 'PROC-39', at: '2026-11-27T09:40:00Z', refused: true },
    ]);
    const other = await stored();
    const course = await coursesOf(context(), [id, other]);
    const facts = (of: string) => course(of, sent, usual(kiel)).course.map(({ fact, at }) => `${fact} ${at}`);
    expect(facts(id)).toEqual(['paid 2026-11-27T09:00:00.000Z', 'sent 2026-11-27T10:00:00.400Z']);
    expect(facts(other)).toEqual(['sent 2026-11-27T10:00:00.400Z']);
  });

  it('tells the authority’s events in their order, and nothing of what they contain', async () => {
    const id = await stored();
    const { course, ...rest } = await courseOf(id, {
      postboxSentAt: new Date('2026-11-27T10:00:01Z'),
      sentState: 'processingError',
      events: [
        event('create', '2026-11-27T09:59:59Z'),
        event('submit', '2026-11-27T10:00:00Z'),
        event('reject', '2026-11-28T08:00:00Z'),
        event('notify', '2026-11-27T10:00:00Z'),
        event('forward', '2026-11-27T11:00:00Z'),
      ],
    });
    // The event of the same second follows the sending, although its clock has no fractions.
    expect(course.map(({ fact }) => fact)).toEqual([
      'sent',
      'notified',
      'messageSent',
      'forwarded',
      'rejected',
    ]);
    expect(JSON.stringify({ course, rest })).not.toMatch(/secret|violation|data|issuer/);
    expect(rest.status).toBe('PROCESSING_ERROR');
  });

  it('is as long as what is known of it', async () => {
    expect((await courseOf(await stored(), { submittedAt: null })).course).toEqual([]);
  });

  it('asks nothing of the database for no application', async () => {
    const broken = { ...context(), storage: null } as unknown as ServerContext;
    await expect(coursesOf(broken, [])).resolves.toBeTypeOf('function');
  });
});

describe('the usual time', () => {
  const taken = {
    sentState: 'successfullySubmitted',
    events: [event('accept', '2026-11-20T10:00:00Z')],
  } as const;
  const time = async (change: object, place = kiel) => {
    const { processingTime, expected } = (await coursesOf(context(), []))(
      'x',
      { ...sent, ...change },
      usual(place),
    );
    return [processingTime, expected];
  };
  const twoWeeks = { value: 2, unit: 'week' };

  it('runs from the moment at which the authority has taken the application', async () => {
    expect(await time({})).toEqual([twoWeeks, null]);
    expect(await time(taken)).toEqual([twoWeeks, { on: '2026-12-04', isPast: false }]);
    const rejected = { ...taken, sentState: 'processingError' };
    expect(await time(rejected)).toEqual([twoWeeks, null]);
  });

  it('is over on the day after the last', async () => {
    const at = (day: string) => time({ ...taken, events: [event('accept', `${day}T10:00:00Z`)] });
    expect(await at('2026-11-13')).toEqual([twoWeeks, { on: '2026-11-27', isPast: false }]);
    expect(await at('2026-11-12')).toEqual([twoWeeks, { on: '2026-11-26', isPast: true }]);
  });

  it('is that of the place, and none where the content has none', async () => {
    const threeDays = { value: 3, unit: 'workday' };
    expect(await time(taken, { ...kiel, areaKey: '010030000000' })).toEqual([threeDays, null]);
    expect(await time(taken, { ...kiel, leiKaId: '00' })).toEqual([null, null]);
  });
});
