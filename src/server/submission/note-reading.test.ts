import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { DeliveryEvent, EventLog } from '#server/ports/delivery.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { findSubmission, insertSubmission } from './row.ts';
import { readStatus } from './status.ts';

let storage: Storage;
const now = () => new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => {
  await storage?.close();
});

const events = (...kinds: DeliveryEvent['kind'][]): DeliveryEvent[] =>
  kinds.map((kind, index) => ({
    kind,
    issuer: 'service',
    issuedAt: now().toISOString(),
    jti: `${index} ${kind}`,
    problems: [],
    token: '',
  }));
const read = (...kinds: DeliveryEvent['kind'][]): EventLog => ({ events: events(...kinds), rejected: 0 });
const away = null;
const unproven = (...kinds: DeliveryEvent['kind'][]): EventLog => ({
  events: events(...kinds),
  rejected: 1,
});

/** Returns the journal after questions about the status of a delivery, with each of these answers in turn. */
async function journalAfter(...answers: (EventLog | null)[]) {
  const row = processRow(now(), { status: 'SUBMITTED' });
  const { id } = row;
  let answer: EventLog | null = null;
  const context = {
    storage,
    now,
    log: pino({ level: 'silent' }),
    security: { record: () => {} },
    delivery: {
      events: async () => {
        if (answer) return answer;
        throw new PartnerUnavailable('delivery service', 'away');
      },
    },
  } as unknown as ServerContext;
  await recorded(context, async (trx) => {
    await trx.insertInto('process').values(row).execute();
    await insertSubmission(context, trx, id, 'person');
    await trx
      .updateTable('submission')
      .set({ announcement: json({}), sealed: json({}) })
      .where('processId', '=', id)
      .execute();
  });
  for (answer of answers) await readStatus(context, (await findSubmission(context, id))!);
  const rows = await storage.db
    .selectFrom('journal')
    .selectAll()
    .where('processId', '=', id)
    .where('machine', '=', 'sentApplication')
    .orderBy('id')
    .execute();
  const { sentState, statusChecks, unseenSince } = (await findSubmission(context, id))!;
  expect(statusChecks).toBe(answers.length);
  // Only an answer of the authority is news to the person.
  const isAnswered = sentState === 'successfullySubmitted' || sentState === 'processingError';
  expect(unseenSince).toEqual(isAnswered ? now() : null);
  return [
    ...rows
      .slice(1)
      .map(({ event, stateBefore, stateAfter, rule, mover, times }) =>
        [event, stateBefore, stateAfter ?? 'refused', rule, mover, times].join(' ').trim(),
      ),
    sentState,
  ];
}

it('each event is recorded once, when it is first read', async () => {
  expect(
    await journalAfter(
      read('create'),
      read('create', 'submit'),
      read('create', 'submit'),
      read('create', 'submit', 'accept'),
    ),
  ).toEqual([
    'delivery.created pending submitted SENT-01 authority 1',
    'delivery.submitted submitted submitted SENT-02 authority 1',
    'delivery.accepted submitted successfullySubmitted SENT-05 authority 1',
    'successfullySubmitted',
  ]);
});

it('not knowing is the server’s, and the next events, or the last one, lead out of it', async () => {
  expect(
    await journalAfter(read('create'), away, away, read('create'), away, read('create', 'reject')),
  ).toEqual([
    'delivery.created pending submitted SENT-01 authority 1',
    'delivery.unreachable submitted unknown SENT-08 server 1',
    'delivery.created unknown submitted SENT-01 authority 1',
    'delivery.unreachable submitted unknown SENT-08 server 1',
    'delivery.rejected unknown processingError SENT-06 authority 1',
    'processingError',
  ]);
});

it('an event that is not proved leads to not knowing, once', async () => {
  expect(await journalAfter(read('create'), unproven('create'), unproven('create'))).toEqual([
    'delivery.created pending submitted SENT-01 authority 1',
    'delivery.unproven submitted unknown SENT-09 server 1',
    'unknown',
  ]);
});

it('what comes after the end is refused', async () => {
  expect(await journalAfter(read('create', 'accept', 'forward'))).toEqual([
    'delivery.created pending submitted SENT-01 authority 1',
    'delivery.accepted submitted successfullySubmitted SENT-05 authority 1',
    'delivery.forwarded successfullySubmitted refused  authority 1',
    'successfullySubmitted',
  ]);
});

it('a log that says something else from its beginning is a new start', async () => {
  expect(await journalAfter(away, read())).toEqual([
    'delivery.unreachable pending unknown SENT-08 server 1',
    'pending  server 1',
    'pending',
  ]);
});
