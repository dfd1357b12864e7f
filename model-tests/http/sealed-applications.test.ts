import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openStorage } from '#server/storage/database.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { complete, fillIn, offerOf, pay, pdf, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { filesWith } from './files-with.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';
import { findInDump } from './whole-dump.ts';

let portal: Portal;
let log = '';
beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'error' }, output: (text) => (log += text) });
});
afterAll(() => portal?.close());

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
const loggedIn = async (to: Portal, choice: Parameters<PortalClient['logIn']>[0] = 'lindemann:eID') => {
  const client = to.client();
  expect(await client.logIn(choice, { trustLevel: 'substantial' })).toContain('login=SUCCESS');
  return client;
};
const read = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });
const drafts = async (client: PortalClient) =>
  (await client.call('listDrafts', { query: {} })).map(({ id }) => id);
/** Changes the database as somebody could who runs it, while the server is stopped. */
async function tamper(change: (db: Database) => Promise<unknown>): Promise<void> {
  await portal.stop();
  const { db, close } = await openStorage({ dataDir: portal.dataDir });
  await change(db);
  await close();
  log = '';
  await portal.start();
}
const keysOf = (from: Portal, ...ids: string[]) =>
  storedRows(from, async (db) => {
    const rows = await db.selectFrom('dataKey').select('id').where('id', 'in', ids).execute();
    return rows.map(({ id }) => id);
  });

describe('a sealed value', () => {
  it('of another application opens nothing: its person is told so, and everything else stays as it is', async () => {
    const client = await loggedIn(portal);
    const [mine, other] = [await fillIn(client, 'hundesteuer'), await fillIn(client, 'wohngeld')];
    const stranger = await loggedIn(portal, 'thomsen:Elster');
    const theirs = await fillIn(stranger, 'hundesteuer', { change: { dogName: 'Geheimer Hund' } });
    await tamper(async (db) => {
      const { data } = await db
        .selectFrom('process')
        .select('data')
        .where('id', '=', theirs.id)
        .executeTakeFirstOrThrow();
      const moved = { data: JSON.stringify(data) as never };
      await db.updateTable('process').set(moved).where('id', '=', mine.id).execute();
    });

    for (const call of [
      read(client, mine.id),
      client.openForm({ params: { id: mine.id }, query: {} }),
      client.call('getSnapshot', { params: { id: mine.id }, query: {} }),
    ]) {
      const problem = await refusal(call);
      expect(problem).toMatchObject({ status: 500, code: 'internal' });
      expect(JSON.stringify(problem)).not.toMatch(/Geheimer|sealed|process\.data/);
    }
    const told = () => log.split('\n').filter((line) => line.includes(`process.data:${mine.id}`));
    // The log arrives a moment after the answer.
    await expect.poll(told).toHaveLength(3);
    expect(log).not.toMatch(/Geheimer|Ørsted/);

    expect(await drafts(client)).toEqual([other.id]);
    expect(await read(client, other.id)).toMatchObject({ status: 'EDITING' });
    expect(await read(stranger, theirs.id)).toMatchObject({ status: 'EDITING' });
    // The account is there again, and so is a login of its person.
    const again = await loggedIn(portal);
    expect(await drafts(again)).toEqual([other.id]);
    // What does not open can be deleted.
    await again.call('deleteDraft', { query: { id: mine.id } });
    expect(await keysOf(portal, mine.id, other.id)).toEqual([other.id]);
    await again.call('deleteDraft', { query: { id: other.id } });
  });

  it('in the place of the name of a file breaks this file alone', async () => {
    const client = await loggedIn(portal);
    const { id } = await fillIn(client, 'hundesteuer');
    await complete(client, id);
    expect(await submit(client, id)).toMatchObject({ status: 'SUBMITTED' });
    await tamper(async (db) => {
      const [one, another] = await db
        .selectFrom('file')
        .select(['id', 'name'])
        .where('processId', '=', id)
        .where('kind', '=', 'receipt')
        .union(
          db.selectFrom('file').select(['id', 'name']).where('processId', '=', id).where('kind', '=', 'form'),
        )
        .execute();
      await db
        .updateTable('file')
        .set({ name: another!.name as never })
        .where('id', '=', one!.id)
        .execute();
    });
    const kinds = ['receipt', 'form'];
    const answers = await Promise.all(
      kinds.map(async (kind) => (await client.fetch(`/api/process/${id}/file/${kind}`)).status),
    );
    expect(answers.sort()).toEqual([200, 500]);
    expect(await read(client, id)).toMatchObject({ status: 'SUBMITTED' });
    expect((await client.call('listSent', { query: {} })).map((sent) => sent.id)).toContain(id);
  });

  it('without the key of its application is told like any other that does not open', async () => {
    const client = portal.client();
    await client.call('openPseudo', { body: { locale: 'de' } });
    const [mine, other] = [await fillIn(client, 'hundesteuer'), await fillIn(client, 'hundesteuer')];
    await tamper((db) => db.deleteFrom('dataKey').where('id', '=', mine.id).execute());
    expect(await refusal(read(client, mine.id))).toMatchObject({ status: 500, code: 'internal' });
    expect(await read(client, other.id)).toMatchObject({ status: 'EDITING' });
    // The session ends, and with it what it has started, whether it opens or not.
    await client.call('eraseSession', { query: { lang: 'de' } });
    expect(await keysOf(portal, mine.id, other.id)).toEqual([]);
    expect(
      await storedRows(portal, (db) =>
        db.selectFrom('process').select('id').where('id', 'in', [mine.id, other.id]).execute(),
      ),
    ).toEqual([]);
  });
});

describe('of an application that is alive, paid and sent', () => {
  const { attributes } = DEMONSTRATION_PERSONS.find(({ id }) => id === 'lindemann')!;
  const ofAccount = [...Object.values(attributes), '03/14/1978', '14.03.1978', 'Petra Lindemann'].filter(
    (value) => value.length > 4,
  );
  const entered = {
    givenName: 'Quastenflosser',
    streetAddress: 'Seltsamer Weg 17 b',
    placeOfBirth: 'Niemandshausen',
    email: 'quastenflosser@example.org',
  };
  const FILE = 'Quittung des Seltsamen Amtes';
  /** Tables of sessions, logins, people and e-mails, and of the job queue; they are sealed by themselves. */
  const ofOthers = /^(session|account_session|login_state|app_user|handover|mail)\./;

  it('the whole database has nothing that was entered, uploaded, or said by the account', async () => {
    const quiet = await startPortal({ script: clockedServer, environment: { LOG_LEVEL: 'fatal' } });
    try {
      const client = await loggedIn(quiet);
      const draft = await fillIn(client, 'hundesteuer', { change: entered });
      const uploaded = await client.upload(
        draft.id,
        'reliefProof',
        'Seltsame Quittung.pdf',
        pdf(`${FILE} ${'. '.repeat(200)}`),
      );
      expect(uploaded.name).toBe('Seltsame Quittung.pdf');
      const paid = await fillIn(client, 'meldebescheinigung', {
        change: { email: entered.email },
      });
      const completed = await complete(client, paid.id);
      const chosen = await client.call('chooseNotice', {
        params: { id: paid.id },
        body: { version: completed.version, electronicNoticeDelivery: true },
      });
      expect(await pay(client, chosen)).toMatchObject({ payment: { state: 'paid' } });
      await expect.poll(async () => (await read(client, paid.id)).status).toBe('SUBMITTED');

      const values = [...ofAccount, ...Object.values(entered), FILE, 'Seltsame Quittung'];
      const found = await storedRows(quiet, (db) => findInDump(db, values));
      expect(found.filter(({ column }) => !ofOthers.test(column))).toEqual([]);
      // The search finds what is there.
      const { ticketNumber } = (await read(client, paid.id)).result!;
      const numbers = await storedRows(quiet, (db) => findInDump(db, [ticketNumber]));
      expect(numbers.map(({ column }) => column)).toContain('submission.ticket_number');

      // Neither have its files, with what they kept of rows that were changed: of values that only the application has.
      const folder = await quiet.copyDatabase();
      const own = [...Object.values(entered), FILE, 'Seltsame Quittung'].filter(
        (value) => !found.some((one) => one.value === value),
      );
      expect(own).toContain(FILE);
      expect(filesWith(folder, own)).toEqual([]);
      expect(filesWith(folder, [ticketNumber])).not.toEqual([]);
      rmSync(folder, { recursive: true });

      // Once its documents are erased, so is its key, while the entry stays.
      const { downloadRetentionDays, draftRetentionDays } = offerOf('meldebescheinigung');
      expect(await keysOf(quiet, draft.id, paid.id)).toHaveLength(2);
      await quiet.passDays(Math.max(downloadRetentionDays, draftRetentionDays) + 0.1);
      await quiet.passMinute();
      await quiet.passMinute();
      expect(await keysOf(quiet, draft.id, paid.id)).toEqual([]);
      const later = await loggedIn(quiet);
      expect(await later.call('listSent', { query: {} })).toMatchObject([{ id: paid.id }]);
      expect(await read(later, paid.id)).toMatchObject({ status: 'SUBMITTED' });
      expect(await keysOf(quiet, draft.id, paid.id)).toEqual([]);
    } finally {
      await quiet.close();
    }
  });
});
