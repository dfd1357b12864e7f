import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { checkPayments } from '#server/use-cases/check-payment.ts';
import { erasePerson } from '#server/use-cases/erase-person.ts';
import { expirePeople } from '#server/use-cases/expire-people.ts';
import { confirm, fillIn, goToPay, logIn, nobodysSession, send, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

/** Everything of a person is erased, looked at in the database afterwards, and nothing of anybody else. */

let server: TestServer;
let petra: Session;
let jan: Session;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  petra = await logIn(server.context, 'petra', {});
  jan = await logIn(server.context, 'jan', {});
});

const db = () => server.context.storage.db;
const draft = (by: Session) => fillIn(server.context, by, 'hundesteuer');
const sent = async (by: Session) => send(server.context, by, await draft(by));
/** A draft whose fee of 60 € is paid and that is not sent. */
async function paid(by: Session) {
  const { context } = server;
  const { id, transactionId } = await goToPay(context, by);
  server.report(transactionId, 'paid');
  await checkPayments(context, id);
  const facts = json({ ...((await stored(context, id)).context as object), running: false });
  await db()
    .updateTable('process')
    .set({ status: 'COMPLETED', context: facts })
    .where('id', '=', id)
    .execute();
  await db().deleteFrom('submission').where('processId', '=', id).execute();
  return id;
}
const erase = (agreedCents: number | null = null, by = petra) =>
  erasePerson(server.context, by, { locale: 'de', agreedCents, actor: { kind: 'person' } as never });
/** All rows that are left, by table. */
async function left() {
  const count = async (table: 'process' | 'file' | 'submission' | 'session' | 'appUser') =>
    (await db().selectFrom(table).selectAll().execute()).length;
  return {
    processes: await count('process'),
    files: await count('file'),
    submissions: await count('submission'),
    sessions: await count('session'),
    people: await count('appUser'),
  };
}

describe('a person who deletes everything', () => {
  it('leaves nothing behind, and others keep theirs', async () => {
    await draft(jan);
    const before = await left();
    await draft(petra);
    await sent(petra);
    await logIn(server.context, 'petra', {});
    expect(await erase()).toMatchObject({
      more: false,
      gone: { drafts: 1, sent: 1, handovers: 0, notes: 0, logins: 2, refundCents: 0 },
      stays: [],
      accountGone: true,
      account: 'nkb',
    });
    const after = await left();
    expect(after).toMatchObject({ ...before, people: 1, sessions: after.sessions });
    const sessions = await db()
      .selectFrom('session')
      .select('userId')
      .where('userId', '=', petra.userId)
      .execute();
    expect(sessions).toEqual([]);
    const recorded = server.recorded().filter(({ event }) => event === 'deletion' || event === 'session-end');
    expect(recorded.map((one) => ('what' in one ? one.what : one.event)).sort()).toEqual([
      ...['account', 'draft', 'sent', 'session-end', 'session-end'],
    ]);
  });
  it('gives up money only where they have agreed to just that sum', async () => {
    const id = await paid(petra);
    for (const sum of [null, 0, 5999, 6001]) {
      expect(await erase(sum)).toMatchObject({ gone: { drafts: 0 }, stays: [{ id, why: 'paid' }] });
      petra = await logIn(server.context, 'petra', {});
    }
    expect(await erase(6000)).toMatchObject({ gone: { drafts: 1, refundCents: 6000 }, stays: [] });
    // The money itself is not forgotten.
    expect(await db().selectFrom('refund').select(['processId', 'amountCents']).execute()).toEqual([
      { processId: id, amountCents: 6000 },
    ]);
  });
  it('keeps what is under way, with the account, and is told', async () => {
    const row = await confirm(server.context, petra, await draft(petra));
    const facts = json({ ...(row.context as object), running: true });
    await db().updateTable('process').set({ context: facts }).where('id', '=', row.id).execute();
    const other = await draft(petra);
    expect(await erase()).toMatchObject({
      gone: { drafts: 1 },
      stays: [{ id: row.id, why: 'sending' }],
      accountGone: false,
    });
    await expect(stored(server.context, other.id)).rejects.toThrow();
    expect((await stored(server.context, row.id)).userId).toBe(petra.userId);
  });
  it('has logged in just before', async () => {
    await draft(petra);
    server.passDays(11 / 1440);
    await expect(erase()).rejects.toThrow('login-not-recent');
    await expect(erase(null, await nobodysSession(server.context))).rejects.toThrow('login-required');
    expect((await left()).processes).toBe(1);
  });
});

describe('a person who has nothing left here', () => {
  const expire = async () => {
    await expirePeople(server.context, 'people', server.context.now(), () => false);
    return (await db().selectFrom('appUser').select('id').execute()).map(({ id }) => id);
  };
  it('is forgotten after a while, and nobody else is', async () => {
    await draft(jan);
    await db().deleteFrom('session').execute();
    expect(await expire()).toHaveLength(2);
    server.passDays(30);
    expect(await expire()).toEqual([jan.userId]);
    // Who still has something is looked at again only after the same while.
    await db().deleteFrom('process').execute();
    expect(await expire()).toEqual([jan.userId]);
    server.passDays(30);
    expect(await expire()).toEqual([]);
  });
});
