import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { DeliveryEvent, EventLog } from '#server/ports/delivery.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { DeliveryRefused } from './fit-connect/errors.ts';
import { findSubmission, insertSubmission } from './row.ts';
import { readStatus, runDeliveryStatus } from './status.ts';

const DAY_MS = 24 * 3_600_000;
const start = new Date('2026-11-01T12:00:00Z');
let storage: Storage;

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

const events = (...kinds: DeliveryEvent['kind'][]): DeliveryEvent[] =>
  kinds.map((kind, index) => ({
    kind,
    issuer: 'service',
    issuedAt: start.toISOString(),
    jti: `${index} ${kind}`,
    problems: [],
    token: '',
  }));
const log = (kinds: DeliveryEvent['kind'][], rejected = 0): EventLog => ({
  events: events(...kinds),
  rejected,
});
const under = log(['create', 'submit']);

/** A sent application; `answer` is the delivery service's answer about it from now on. */
async function sent(answer: EventLog | Error = under, submittedAt: Date | null = start) {
  const row = processRow(start, { status: 'SUBMITTED' });
  const state = { now: start, answer, asked: [] as unknown[] };
  const jobs: unknown[] = [];
  const security: unknown[] = [];
  const context = {
    storage,
    now: () => state.now,
    log: pino({ level: 'silent' }),
    security: { record: (event: object) => void security.push(event) },
    jobs: {
      send: async (name: string, data: object, options: object) =>
        void jobs.push({ name, ...data, ...options }),
    },
    delivery: {
      events: async (...about: unknown[]) => {
        state.asked.push(about);
        if (state.answer instanceof Error) throw state.answer;
        return state.answer;
      },
    },
  } as unknown as ServerContext;
  const announcement = { kind: 'FIT_CONNECT' as const, submissionId: randomUUID(), caseId: randomUUID() };
  const proof = {
    destinationId: 'kiel',
    authenticationTags: { metadata: 'm', data: 'd', attachments: { a: '1' } },
  };
  await recorded(context, async (trx) => {
    await trx.insertInto('process').values(row).execute();
    await insertSubmission(context, trx, row.id, 'person');
    await trx
      .updateTable('submission')
      .set({ announcement: json(announcement), sealed: json(proof), submittedAt })
      .where('processId', '=', row.id)
      .execute();
  });
  const stored = async () => (await findSubmission(context, row.id))!;
  return { id: row.id, context, state, jobs, security, stored, announcement, proof };
}

describe('the status of a sent application', () => {
  it('is asked for with what was sent, and stored with the events that prove it', async () => {
    const { id, context, state, security, stored, announcement, proof } = await sent();
    state.now = new Date(start.getTime() + 5000);
    await runDeliveryStatus(context, id);
    expect(state.asked).toEqual([[announcement, proof]]);
    expect(await stored()).toMatchObject({
      sentState: 'submitted',
      events: under.events,
      statusCheckedAt: state.now,
      statusChecks: 1,
    });
    expect(security, 'nothing is wrong').toEqual([]);
  });

  it('is asked for again at growing pauses, an hour at the most', async () => {
    const { id, context, jobs, stored } = await sent();
    for (let check = 0; check < 15; check += 1) await runDeliveryStatus(context, id);
    const pauses = jobs.map((job) => (job as { startAfter: number }).startAfter);
    // The first reading counts when the next one is planned.
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600, 3600, 3600]);
    expect(jobs[0]).toMatchObject({ name: 'delivery-status', processId: id });
    expect((await stored()).statusChecks).toBe(15);
  });

  it.each(['accept', 'reject'] as const)('is final after "%s": nobody asks again', async (kind) => {
    const { id, context, jobs } = await sent(log(['create', 'submit', kind]));
    await runDeliveryStatus(context, id);
    expect(jobs).toEqual([]);
  });

  it('is asked for during twenty days, when the service has long rejected what nobody fetched', async () => {
    const { id, context, state, jobs } = await sent();
    state.now = new Date(start.getTime() + 20 * DAY_MS);
    await runDeliveryStatus(context, id);
    expect(jobs).toHaveLength(1);
    state.now = new Date(start.getTime() + 20 * DAY_MS + 1000);
    await runDeliveryStatus(context, id);
    expect(jobs).toHaveLength(1);
  });

  it('is not asked for before it was sent, nor when there is no submission', async () => {
    const { id, context, state, jobs } = await sent(under, null);
    await runDeliveryStatus(context, id);
    await runDeliveryStatus(context, randomUUID());
    expect([state.asked, jobs]).toEqual([[], []]);
  });

  it('is not known, and asked for again, while the service does not answer; what is proved stays', async () => {
    const { id, context, state, jobs, stored } = await sent();
    await runDeliveryStatus(context, id);
    for (const fault of [
      new PartnerUnavailable('delivery service', 'away'),
      new DeliveryRefused('no', 403),
    ]) {
      state.answer = fault;
      await runDeliveryStatus(context, id);
      expect(await stored()).toMatchObject({ sentState: 'unknown', events: under.events });
    }
    expect(jobs).toHaveLength(3);
    state.answer = under;
    await runDeliveryStatus(context, id);
    expect((await stored()).sentState).toBe('submitted');
  });

  it('is not made up when the portal itself has a fault', async () => {
    const { id, context, stored } = await sent(new TypeError('a fault of ours'));
    await expect(runDeliveryStatus(context, id)).rejects.toThrow('a fault of ours');
    expect(await stored()).toMatchObject({ sentState: 'pending', statusChecks: 0 });
  });
});

describe('an entry of the log that nothing proves', () => {
  it('makes the status unknown, whatever the others say, and is recorded for those who watch', async () => {
    const { id, context, security, stored } = await sent(log(['create', 'submit'], 2));
    await runDeliveryStatus(context, id);
    expect((await stored()).sentState).toBe('unknown');
    expect(security).toEqual([{ event: 'event-token', outcome: 'refused', count: 2, process: id }]);
  });
});

describe('an application that is deleted while its status is read', () => {
  it('has that status for those who asked, and is not written again', async () => {
    const { id, context, state, stored } = await sent();
    const submission = await stored();
    await storage.db.deleteFrom('submission').where('processId', '=', id).execute();
    expect((await readStatus(context, submission)).state).toBe('submitted');
    state.answer = new PartnerUnavailable('delivery service', 'away');
    expect((await readStatus(context, submission)).state).toBe('pending');
    expect(await findSubmission(context, id)).toBeNull();
  });
});
