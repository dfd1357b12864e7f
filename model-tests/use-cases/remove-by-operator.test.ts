import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { previewRemoval, removeByOperator } from '#server/use-cases/remove-by-operator.ts';
import { confirm, fillIn, logIn, nobodysSession, send } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let nobody: Session;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  nobody = await nobodysSession(server.context);
});

const db = () => server.context.storage.db;
const actor = { kind: 'operator', name: 'op' } as never;
const sent = async (by = nobody) => send(server.context, by, await fillIn(server.context, by, 'hundesteuer'));
const look = (id: string) => previewRemoval(server.context, id);
const remove = (id: string, seen: string | null = null) =>
  removeByOperator(server.context, id, { seen, actor });
const isThere = async ({ id }: Pick<ProcessRow, 'id'>) =>
  (await db().selectFrom('process').select('id').where('id', '=', id).execute()).length === 1;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

it('shows what would go before anything goes', async () => {
  const row = await sent();
  await db()
    .updateTable('file')
    .set({ kind: 'receipt' })
    .where('id', 'in', db().selectFrom('file').select('id').limit(1))
    .execute();
  expect(await look(row.id)).toMatchObject({
    counts: { files: 2, documents: 1, handIns: 0, payments: 0, mails: 0 },
    stays: null,
  });
  expect(await look(UNKNOWN)).toBeNull();
  expect(await isThere(row)).toBe(true);
});

it('takes the application with its files, with or without an account, and records who wanted that', async () => {
  const petra = await logIn(server.context, 'petra', {});
  for (const by of [nobody, petra]) {
    const [row, other] = [await sent(by), await sent(by)];
    const { mark } = (await look(row.id))!;
    expect(await remove(row.id, mark)).toBe('done');
    expect([await isThere(row), await isThere(other)]).toEqual([false, true]);
    const files = await db().selectFrom('file').select('id').where('processId', '=', row.id).execute();
    expect(files).toEqual([]);
    expect(server.recorded().at(-1)).toMatchObject({
      event: 'deletion',
      outcome: 'succeeded',
      what: 'sent',
      reason: 'operator',
      process: row.id,
    });
  }
});

it('takes nothing that has moved since it was shown', async () => {
  const row = await sent();
  const { mark } = (await look(row.id))!;
  await db()
    .updateTable('process')
    .set({ version: row.version + 1 })
    .execute();
  expect(await remove(row.id, mark)).toBe('moved');
  await db().updateTable('process').set({ version: row.version }).execute();
  await db().deleteFrom('file').where('id', 'in', db().selectFrom('file').select('id').limit(1)).execute();
  expect(await remove(row.id, mark)).toBe('moved');
  expect([await isThere(row), server.recorded()]).toEqual([true, []]);
  expect(await remove(row.id)).toBe('done');
  expect(await remove(row.id, mark)).toBe('gone');
  expect(await look(row.id)).toBeNull();
});

it('takes neither a draft nor what is under way, and says which', async () => {
  const draft = await confirm(server.context, nobody, await fillIn(server.context, nobody, 'hundesteuer'));
  expect((await look(draft.id))!.stays).toBe('notSent');
  expect(await remove(draft.id)).toEqual({ stays: 'notSent' });
  const row = await sent();
  const facts = json({ ...(row.context as object), running: true });
  await db().updateTable('process').set({ context: facts }).where('id', '=', row.id).execute();
  expect((await look(row.id))!.stays).toBe('sending');
  expect(await remove(row.id)).toEqual({ stays: 'sending' });
  expect([await isThere(draft), await isThere(row), server.recorded()]).toEqual([true, true, []]);
});

it('passes on what is no refusal', async () => {
  const row = await sent();
  const { now } = server.context;
  // The standing of an application is asked for at a time.
  let calls = 0;
  server.context.now = () => {
    calls += 1;
    throw new Error('no clock');
  };
  await expect(remove(row.id)).rejects.toThrow('no clock');
  server.context.now = now;
  expect(calls).toBeGreaterThan(0);
});
