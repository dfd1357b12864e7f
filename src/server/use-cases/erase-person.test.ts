import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { TrustLevel } from '#domain/trust-level.ts';
import { begin } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type { ProcessContext } from '#machines/process/process.types.ts';
import type { ServerContext } from '#server/context.ts';
import { keepOutgoing } from '#server/handovers/outgoing.ts';
import type { Identity } from '#server/ports/identity.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { openSessionOf } from '#server/sessions/session.ts';
import type { Database, Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import type { TrailEntry } from '#server/trail/entries.ts';
import { keptOf } from '#server/views/kept.ts';
import { erasePerson } from './erase-person.ts';
import { personOf } from './one-person.ts';

/** Deleting everything of a person where something changes between the look and the deletion, and by levels. */

const now = new Date('2026-11-01T10:00:00Z');

let storage: Storage;
let noted: TrailEntry[] = [];
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());
afterEach(async () => {
  noted = [];
  for (const table of ['process', 'handover', 'session', 'appUser'] as const)
    await storage.db.deleteFrom(table).execute();
});

const dataKeys = testKeys();
/** @param meanwhile happens once, before the first transaction: after the applications were judged */
function contextWith(meanwhile: (() => Promise<unknown>) | null = null): ServerContext {
  let happens = meanwhile;
  const transaction = () => ({
    execute: async <T>(work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) => {
      await happens?.();
      happens = null;
      return storage.db.transaction().execute(work) as Promise<T>;
    },
  });
  const db = new Proxy(storage.db, {
    get: (target, name) =>
      name === 'transaction'
        ? transaction
        : (Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name)),
  });
  return {
    storage: { ...storage, db },
    dataKeys,
    now: () => now,
    config: { SESSION_IDLE_MINUTES: 30, SESSION_ABSOLUTE_MINUTES: 480, RECENT_LOGIN_MINUTES: 10 },
    content: () => ({ metadata: new Map(), areas: new Map() }),
    counts: { step: () => undefined, moved: () => undefined },
    log: { warn: () => undefined, error: () => undefined },
    security: { record: () => undefined },
    trail: { note: (entry: TrailEntry) => void noted.push(entry) },
  } as unknown as ServerContext;
}

const anna = { providerId: 'nkb', subject: 'anna' } as const;
async function logIn(trustLevel: TrustLevel) {
  const context = contextWith();
  const userId = await personOf(context, anna);
  const identity: Identity = {
    ...anna,
    providerType: 'saml2',
    name: 'Anna',
    trustLevel,
    providerData: {},
    userData: {},
    postboxHandle: null,
  };
  const opened = await openSessionOf(context, userId, identity, { at: now, kept: null });
  return { userId, session: opened!.session };
}
const start = { mode: 'none', feeCents: 0, noticeAllowed: false, hasUser: true, hasPostbox: false } as const;
const factsWith = (facts: Partial<ProcessContext>) =>
  json({ ...begin(processMachine, start).context, ...facts });
async function draft(userId: string, facts: Partial<ProcessContext> = {}) {
  const row = processRow(now, { userId, status: 'EDITING', context: factsWith(facts) });
  await storage.db.insertInto('process').values(row).execute();
  return row.id;
}
const change = (id: string, to: { context?: ReturnType<typeof factsWith>; userId?: string }) =>
  storage.db.updateTable('process').set(to).where('id', '=', id).execute();
const left = async () => (await storage.db.selectFrom('process').select('id').execute()).map(({ id }) => id);

it.each([
  ['being sent', { running: true }, null, 'sending'],
  ['paid', { paidCents: 100 }, null, 'paid'],
  ['paid more than was agreed', { paidCents: 9000 }, 6000, 'paid'],
] as const)('an application that is %s meanwhile stays, and is told', async (_, facts, agreedCents, why) => {
  const { session, userId } = await logIn('low');
  const id = await draft(userId, agreedCents === null ? {} : { paidCents: agreedCents });
  const context = contextWith(() => change(id, { context: factsWith(facts) }));
  const erased = await erasePerson(context, session, { locale: 'en', agreedCents, actor: {} });
  expect(erased).toMatchObject({
    gone: { drafts: 0, refundCents: 0 },
    stays: [{ id, why }],
    accountGone: false,
  });
  expect(await left()).toEqual([id]);
});

it('an application that is somebody else’s meanwhile stays theirs', async () => {
  const { session, userId } = await logIn('low');
  const id = await draft(userId);
  const other = await personOf(contextWith(), { providerId: 'nkb', subject: 'berta' });
  const context = contextWith(() => change(id, { userId: other }));
  const erased = await erasePerson(context, session, { locale: 'en', agreedCents: null, actor: {} });
  expect(erased).toMatchObject({ gone: { drafts: 0 }, stays: [], accountGone: true });
  expect(await left()).toEqual([id]);
});

it('hand-overs of a higher level are neither counted nor deleted', async () => {
  const { session, userId } = await logIn('low');
  for (const madeAtLevel of ['low', 'high'] as const) {
    await keepOutgoing(
      contextWith(),
      { id: randomUUID(), partner: 'kiel', leiKaId: '1', areaKey: '01', locale: 'de', userId, madeAtLevel },
      { browser: 'b', forward: 'https://kiel.example/code', expiresIn: 60 },
    );
  }
  const asked = { locale: 'en', application: undefined } as const;
  expect(await keptOf(contextWith(), session, asked)).toMatchObject({ counts: { handovers: 1 } });
  const erased = await erasePerson(contextWith(), session, { locale: 'en', agreedCents: null, actor: {} });
  expect(erased).toMatchObject({ gone: { handovers: 1 }, accountGone: false });
  // A restore must not delete more than this login could.
  expect(noted).toEqual([{ event: 'person', user: userId, levels: ['low'] }]);
  const rows = await storage.db.selectFrom('handover').select('madeAtLevel').execute();
  expect(rows).toEqual([{ madeAtLevel: 'high' }]);
});
