import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { complete, fillIn, KIEL, submit } from './applications.ts';
import { checkApplications } from './check-content.ts';
import type { PortalClient } from './client.ts';
import { multiplySent } from './multiply-sent.ts';
import { ownContent } from './own-content.ts';
import { type Portal, startPortal, talkingServer } from './portal.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** One account with many sent applications: what a page costs follows from the page. */

const MANY = 10_000;
const PAGE = 20;
const LUEBECK = '010030000000';

let postgres: PostgresServer;
let database: pg.Pool;
let portal: Portal;
let client: PortalClient;
let log = '';
let dogs = '';

beforeAll(async () => {
  postgres = (await startPostgres())!;
  database = new pg.Pool({ connectionString: postgres.url, max: 1 });
  database.on('error', () => undefined);
  portal = await startPortal({
    script: talkingServer,
    environment: { DATABASE_URL: postgres.url, LOG_LEVEL: 'fatal' },
    output: (text) => {
      log += text;
    },
  });
  client = portal.client();
  await client.logIn('lindemann:eID');
  dogs = await sent(KIEL);
  await multiplySent(database, dogs, MANY);
});
afterAll(async () => {
  await portal?.close();
  await database?.end();
  await postgres?.stop();
});

async function sent(area: string): Promise<string> {
  const { id } = await fillIn(client, 'hundesteuer', { area });
  await complete(client, id);
  expect((await submit(client, id)).status).toBe('SUBMITTED');
  return id;
}

const pageOf = (query: { text?: string; after?: string; before?: string } = {}) =>
  client.call('pageOfSent', { query });

/** Statements of a call; begin and commit are statements, too. */
async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  log = '';
  await call();
  await fetch(`${portal.url}/robots.txt`);
  await expect.poll(() => log).toContain('answered /robots.txt');
  return log.split('\n').filter((line) => line.startsWith('statement ')).length;
}

it('a page has its entries and the ways on, with so many statements and bytes as its entries need', async () => {
  const first = await pageOf();
  expect(first.entries).toHaveLength(PAGE);
  expect(first.previous).toBeNull();
  expect(JSON.stringify(first).length).toBeLessThan(100_000);
  // Session, page, its rows, news, documents, course (two), hand-ins at most.
  expect(await statementsOf(() => pageOf())).toBeLessThanOrEqual(8);

  const second = await pageOf({ after: first.next! });
  expect(second.entries).toHaveLength(PAGE);
  const ids = [...first.entries, ...second.entries].map(({ id }) => id);
  expect(new Set(ids).size).toBe(2 * PAGE);
  const back = await pageOf({ before: second.previous! });
  expect(back.entries.map(({ id }) => id)).toEqual(first.entries.map(({ id }) => id));
  expect(back.previous).toBeNull();
  expect(await statementsOf(() => pageOf({ after: first.next! }))).toBeLessThanOrEqual(8);
});

it('the call of the specification has the newest, and not more than it can carry', async () => {
  const entries = await client.call('listSent', { query: {} });
  expect(entries).toHaveLength(100);
  expect(entries[0]!.id).toBe(dogs);
});

it('words find a service, an authority and a place, and a number its one application', async () => {
  const other = await sent(LUEBECK);
  const found = async (text: string) => (await pageOf({ text })).entries.map(({ id }) => id);
  expect(await found('lübeck')).toEqual([other]);
  expect(await found('HUNDE luebeck')).toEqual([other]);
  expect(await found('hundesteuer')).toHaveLength(PAGE);
  expect(await found('wohngeld lübeck')).toEqual([]);
  expect(await found('%')).toHaveLength(PAGE);
  const [{ ticketNumber } = { ticketNumber: '' }] = (await pageOf({ text: 'lübeck' })).entries;
  for (const typed of [
    ticketNumber,
    ticketNumber.toLowerCase(),
    ` ${ticketNumber.slice(3).replaceAll('-', ' ')} `,
  ])
    expect(await found(typed)).toEqual([other]);
  expect(await statementsOf(() => pageOf({ text: 'lübeck' }))).toBeLessThanOrEqual(10);

  const stranger = portal.client();
  await stranger.logIn('leczyca:eID');
  expect((await stranger.call('pageOfSent', { query: { text: ticketNumber } })).entries).toEqual([]);
});

it('a place in the list that nothing is at leads on, and one that is none is refused', async () => {
  const { entries } = await pageOf({ after: `${(Date.now() - 90 * 60_000).toString(36)}.${randomUUID()}` });
  expect(entries).toHaveLength(PAGE);
  expect((await pageOf({ after: `1.${randomUUID()}` })).entries).toEqual([]);
  await expect(pageOf({ after: "1' or" })).rejects.toMatchObject({ problem: { code: 'input-invalid' } });
});

it('news is named wherever in the list it is, the newest of many, until it is seen', async () => {
  const old = (await database.query('select id from copy where n = $1', [MANY])).rows[0].id as string;
  await database.query(
    `update submission set unseen_since = now(), unseen_by = process.user_id, status_checked_at = now()
      from process where process.id = process_id and process_id = $1`,
    [old],
  );
  const newsOf = async () => {
    const { news, moreNews } = await pageOf();
    return [news.some(({ id }) => id === old), moreNews];
  };
  expect(await newsOf()).toEqual([true, false]);
  await client.call('markSeen', { params: { id: old }, body: { status: 'SUCCESSFULLY_SUBMITTED' } });
  expect(await newsOf()).toEqual([false, false]);

  await database.query(
    `update submission set unseen_since = now() - copy.n * interval '1 second', unseen_by = process.user_id
      from process, copy where process.id = process_id and copy.id = process.id`,
  );
  const { news, moreNews } = await pageOf();
  expect([news.length, moreNews]).toEqual([10, true]);
  expect(await statementsOf(() => pageOf())).toBeLessThanOrEqual(8);
});

it('the check of a content without their form counts them', async () => {
  const content = await ownContent();
  for (const name of ['metadata.json', 'form.json', 'form.en.json'])
    await content.drop(`services/hundesteuer/${name}`);
  const { code, out, errors } = await checkApplications(content.dir, { DATABASE_URL: postgres.url });
  expect([code, errors]).toEqual([0, '']);
  expect(out).toContain(`hundesteuer-kiel (Anmeldung zur Hundesteuer): 0 drafts, ${MANY + 1} sent`);
  expect(out).toContain('hundesteuer-luebeck (Anmeldung zur Hundesteuer): 0 drafts, 1 sent');
  await content.remove();
});

it('a login below the level of the applications gets none of them, and is told that there are many', async () => {
  await database.query("update process set made_at_level = 'high' where id in (select id from copy)");
  const low = portal.client();
  await low.logIn('lindemann:Benutzername');
  const page = await low.call('pageOfSent', { query: {} });
  expect(page.entries.length).toBeLessThan(3);
  expect(page.news).toEqual([]);
  const { sent: closed } = await low.call('countClosed', {});
  expect(closed.high).toBe(1000);
});
