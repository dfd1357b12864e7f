import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { begin } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type { ServerContext } from '#server/context.ts';
import { findProcess } from '#server/processes/row.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { unsealed } from '#server/sealing/testing/unsealed.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { act, actByItself } from './act.ts';

let storage: Storage;
const now = new Date('2026-11-01T10:00:00Z');

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => {
  await storage.close();
});

const serviceContext = () =>
  ({
    storage,
    dataKeys: testKeys(),
    now: () => now,
    content: () => ({ metadata: new Map(), forms: new Map() }),
    jobs: { send: async () => null },
  }) as unknown as ServerContext;

/** A newly started application, and the session that it belongs to. */
async function begun(counted = false): Promise<{ id: string; session: Session }> {
  const start = {
    mode: 'none',
    feeCents: 0,
    noticeAllowed: false,
    hasUser: false,
    hasPostbox: false,
  } as const;
  const { state, context } = begin(processMachine, start);
  const availableUntil = new Date(now.getTime() + 60_000);
  const row = processRow(now, { status: state, context: json(context), availableUntil, counted });
  await storage.db.insertInto('process').values(row).execute();
  return { id: row.id, session: { id: row.sessionId, userId: null } as Session };
}
const journalOf = async (id: string) => {
  const rows = await storage.db
    .selectFrom('journal')
    .selectAll()
    .where('processId', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ event, stateAfter, rule, mover }) => [event, stateAfter, rule, mover]);
};
const news = { type: 'user.changed', authenticatedAfterCompletion: false, hasPostbox: true } as const;
const anyGrounds = { version: null, accepts: null };

it('what a person does makes a new version, what the service does by itself makes none', async () => {
  const { id, session } = await begun();
  const byItself = await actByItself(serviceContext(), id, 'server', ({ move }) => move(news));
  expect(byItself).toMatchObject({ version: 1, context: { hasPostbox: true } });
  const byPerson = await act(serviceContext(), session, id, anyGrounds, ({ move }) => move(news));
  expect(byPerson.version).toBe(2);
});

it('each move is in the journal, by who made it; what is only asked, is not', async () => {
  const { id, session } = await begun();
  await actByItself(serviceContext(), id, 'paymentProvider', ({ move }) => move(news));
  await act(serviceContext(), session, id, anyGrounds, ({ move }) => move(news));
  await act(serviceContext(), session, id, { version: 1, accepts: news }, async () => null).catch(() => null);
  const refused = { version: null, accepts: { type: 'submission.completed' } } as const;
  await expect(act(serviceContext(), session, id, refused, async () => null)).rejects.toThrow();
  await expect(
    actByItself(serviceContext(), id, 'server', ({ move }) => move({ type: 'submission.failed' })),
  ).rejects.toThrow('status-conflict');
  expect(await journalOf(id)).toEqual([
    ['user.changed', 'CREATED', 'PROC-03', 'paymentProvider'],
    ['user.changed', 'CREATED', 'PROC-03', 'person'],
    ['submission.completed', null, null, 'person'],
    ['submission.failed', null, null, 'server'],
  ]);
});

it('a move that is made again is counted at its entry, and each time in the totals', async () => {
  const { id, session } = await begun(true);
  const counted: unknown[] = [];
  const counts = { moved: (move: unknown) => counted.push(move), step: () => {} };
  const context = { ...serviceContext(), counts } as unknown as ServerContext;
  for (let turn = 0; turn < 3; turn += 1)
    await act(context, session, id, anyGrounds, ({ move }) => move(news));
  expect(await journalOf(id)).toEqual([['user.changed', 'CREATED', 'PROC-03', 'person']]);
  const { times } = await storage.db
    .selectFrom('journal')
    .select('times')
    .where('processId', '=', id)
    .executeTakeFirstOrThrow();
  expect(times).toBe(3);
  const move = { machine: 'process', event: 'user.changed', from: 'CREATED', to: 'CREATED', by: 'person' };
  expect(counted).toMatchObject([1, 2, 3].map(() => ({ ...move, rule: 'PROC-03', stays: 0, seconds: 0 })));
});

it.each([
  ['EDITING', false, 'Boris'],
  ['COMPLETED', false, 'Boris'],
  // The documents name the person who had it sent; the receipt must name that person, too.
  ['SUBMIT_FAILURE', false, 'Anna'],
  ['PAID', true, 'Anna'],
] as const)(
  'who acts for a company is the applicant, until it is sent: %s',
  async (status, running, name) => {
    const userId = randomUUID();
    const user = { id: userId, providerId: 'elster', subject: userId as never, createdAt: now } as const;
    await storage.db.insertInto('appUser').values(user).execute();
    const by = (person: string) => ({ name: person, company: 'Meier GmbH', providerId: 'elster' }) as const;
    const row = processRow(now, {
      status,
      context: json({ running }),
      userId,
      availableUntil: new Date(now.getTime() + 60_000),
      applicant: unsealed({ ...by('Anna'), postboxHandle: 'box' }),
      madeAtLevel: 'low',
    });
    await storage.db.insertInto('process').values(row).execute();
    const identity = { ...by('Boris'), trustLevel: 'low', postboxHandle: null };
    const session = { id: randomUUID(), userId, identity } as unknown as Session;
    const again = { type: 'submission.requested' } as const;
    const acts = act(serviceContext(), session, row.id, anyGrounds, ({ move }) =>
      move(status === 'SUBMIT_FAILURE' ? again : news),
    );
    // Nobody acts while it is being sent.
    if (running) await expect(acts).rejects.toThrow('status-conflict');
    else expect(await acts).toMatchObject({ version: 2 });
    const stored = await findProcess(serviceContext(), storage.db, row.id);
    expect(stored?.applicant).toEqual({ ...by(name), postboxHandle: 'box' });
  },
);

it('an act that fails changes nothing', async () => {
  const { id, session } = await begun();
  const failing = act(serviceContext(), session, id, anyGrounds, async ({ move }) => {
    await move(news);
    throw new Error('in the middle');
  });
  await expect(failing).rejects.toThrow('in the middle');
  const { version } = await act(serviceContext(), session, id, anyGrounds, async ({ row }) => row);
  expect(version).toBe(1);
  expect(await journalOf(id)).toEqual([]);
});

it('the service finds nothing to do for an application that is gone', async () => {
  const gone = '0b5c9d1e-6f0e-4a52-9d3c-0a8f2c1d7e11';
  expect(await actByItself(serviceContext(), gone, 'server', async () => 'done')).toBeNull();
  expect(
    await actByItself(serviceContext(), gone, 'server', async () => 'done', { gone: async () => 'gone' }),
  ).toBe('gone');
});
