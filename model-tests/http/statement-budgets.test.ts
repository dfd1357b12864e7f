import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillIn, KIEL, offerOf } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal, talkingServer } from './portal.ts';

/** Statements of each call at the database, and bytes that it writes. Lists and limits may only become less. */

let portal: Portal;
let log = '';
let client: PortalClient;
beforeAll(async () => {
  portal = await startPortal({
    script: talkingServer,
    environment: { LOG_LEVEL: 'fatal' },
    output: (text) => {
      log += text;
    },
  });
  client = portal.client();
  await client.logIn('lindemann:eID');
});
afterAll(() => portal?.close());

/** Verb and table, as in "update process"; begin and commit are statements, too. */
const inShort = (whole: string): string => {
  // The key of an application, or of a session, is read with its row.
  const statement = whole.replaceAll(/\(select json_build_object\([^)]*\)[^)]*\)/g, 'key');
  const [, name, first = '', second = ''] = /^with "(\w+)" as \((.*)\) (update .*)$/.exec(statement) ?? [];
  if (name) return `with ${name}: ${inShort(first.trim())}, ${inShort(second)}`;
  return [/^\w+/.exec(statement)?.[0], /(?:from|into|^update) "?(\w+)/.exec(statement)?.[1]].join(' ').trim();
};

async function once(call: () => Promise<unknown>): Promise<string[]> {
  log = '';
  await call();
  await fetch(`${portal.url}/robots.txt`);
  await expect.poll(() => log).toContain('answered /robots.txt');
  const lines = log.split('\n').filter((line) => line.startsWith('statement '));
  return lines.map((line) => line.slice('statement '.length).trim());
}

/** The fewest of several attempts: occasional work of the service adds to some. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const attempts: string[][] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) attempts.push(await once(call));
  return attempts.toSorted((one, other) => one.length - other.length)[0]!.map(inShort);
}

const endOfLog = () => /^log (\d+)$/m.exec(log)?.[1];

/** Bytes that a call adds to the database's log of changes: the fewest of several attempts, as pages differ. */
async function bytesWrittenBy(call: () => Promise<unknown>): Promise<number> {
  const ends: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await once(call);
    await expect.poll(endOfLog).toBeDefined();
    ends.push(Number(endOfLog()));
  }
  return Math.min(...ends.slice(1).map((end, at) => end - ends[at]!));
}

it('a save of a form finds the session, locks the application, and writes it and its line of the journal', async () => {
  const { id } = await client.call('startProcess', {
    body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL },
  });
  const params = { id };
  let { version, data } = await client.openForm({ params, query: {} });
  const save = async () => {
    data = { ...data, dogName: `Bello ${version}` };
    ({ version } = await client.call('saveProgress', { params, body: { version, data, page: null } }));
  };
  // The first save has a line of its own in the journal; the second begins the line that all later ones count at.
  await save();
  await save();
  const within = ['begin', 'select process', 'with repeated: update journal, update process', 'commit'];
  expect(await statementsOf(save)).toEqual(['select session', ...within]);
  const written = await bytesWrittenBy(save);
  expect(written).toBeGreaterThan(JSON.stringify(data).length);
  // What is sealed is a third longer, and the whole row is in the log.
  expect(written).toBeLessThanOrEqual(2_560);
});

it('a start makes the key of the application, and reads it with the row from then on', async () => {
  const body = { metadataId: offerOf('hundesteuer').metadataId, area: KIEL };
  const statements = await statementsOf(() => client.call('startProcess', { body }));
  const shown = ['select payment', 'select submission', 'select handover'];
  const started = [
    'select app_user',
    'select process',
    'insert data_key',
    'insert process',
    'insert journal',
  ];
  expect(statements).toEqual(['select session', 'begin', ...started, 'commit', ...shown]);
});

it('a call that reads asks for what it shows', async () => {
  const { id } = await fillIn(client, 'hundesteuer');
  const params = { id };
  const calls = {
    getUser: () => client.call('getUser', {}),
    getProcess: () => client.call('getProcess', { params, query: {} }),
    getAccessData: () => client.openForm({ params, query: {} }),
    getSnapshot: () => client.call('getSnapshot', { params, query: {} }),
    listDrafts: () => client.call('listDrafts', { query: {} }),
  };
  const asked: Record<string, string[]> = {};
  for (const [name, call] of Object.entries(calls)) asked[name] = await statementsOf(call);
  const owned = ['select session', 'select process'];
  expect(asked).toEqual({
    // The applications that the session has sent without an account: nothing else leads back to them.
    getUser: owned,
    getProcess: [...owned, 'select payment', 'select submission', 'select handover'],
    getAccessData: owned,
    getSnapshot: owned,
    listDrafts: [...owned, 'select submission'],
  });
});

it('public pages ask for nothing', async () => {
  for (const page of ['/', '/suche?q=hund', `/leistung/${offerOf('hundesteuer').leiKaId}`])
    expect(await statementsOf(() => fetch(portal.url + page)), page).toEqual([]);
});
