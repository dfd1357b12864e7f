// @vitest-environment jsdom
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete, fillIn, KIEL, offerOf, settled } from './applications.ts';
import { handedIn, handIn, pageOf, sendOwing, uploadProof } from './owing.ts';
import { type Portal, startPortal } from './portal.ts';

const TOKEN = 'a token that only operators know, 1234';
let portal: Portal;
let contentDir: string;

beforeAll(async () => {
  contentDir = await mkdtemp(path.join(tmpdir(), 'content-'));
  cpSync('content', contentDir, { recursive: true });
  portal = await startPortal({
    contentDir,
    environment: {
      OPERATIONS_TOKEN: TOKEN,
      LOG_LEVEL: 'fatal',
      COMMIT: 'abc1234',
      DELIVERY_RETRY_DAYS: '0',
    },
  });
});
afterAll(async () => {
  await portal?.close();
  await rm(contentDir, { recursive: true, force: true });
});

const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(portal.url + address, { headers, method, redirect: 'manual' });
const logIn = (given: string, address = '/betrieb') =>
  fetch(portal.url + address, {
    method: 'POST',
    body: new URLSearchParams({ token: given }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

let cookie = '';
/** The operators' page as its reader sees it. */
async function operations(address = '/betrieb') {
  cookie ||= cookieOf(await logIn(TOKEN));
  const response = await get(address, { cookie });
  const document = new DOMParser().parseFromString(await response.text(), 'text/html');
  return {
    status: response.status,
    document,
    rows: (caption: string) => {
      const table = [...document.querySelectorAll('table')].find(
        (it) => it.querySelector('caption')?.textContent === caption,
      );
      return [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
        [...row.children].map((cell) => cell.textContent?.trim() ?? ''),
      );
    },
  };
}
const pages = async () =>
  Object.fromEntries(
    (await operations()).rows('Aufrufe nach Seite').map(([page, kind, count]) => [`${kind}: ${page}`, count]),
  );
const queries = async () =>
  Object.fromEntries((await operations()).rows('Suchen ohne Treffer nach Wortlaut')) as Record<
    string,
    string
  >;
async function look(address: string, times: number, headers: Record<string, string> = {}): Promise<void> {
  for (let time = 0; time < times; time += 1) await (await get(address, headers)).text();
}

describe('the operators’ page', () => {
  it('is not there without a token', async () => {
    await portal.kill();
    await portal.start({ OPERATIONS_TOKEN: undefined });
    for (const address of ['/betrieb', '/en/operations']) expect((await get(address)).status).toBe(404);
    expect((await logIn(TOKEN)).status).toBe(404);
    const client = portal.client();
    for (const call of [
      client.call('openWorkshop', { body: { token: TOKEN } }),
      client.call('closeWorkshop', {}),
    ]) {
      await expect(call).rejects.toMatchObject({ problem: { status: 404, code: 'not-found' } });
    }
    await portal.kill();
    await portal.start();
  });

  it('asks for the token and shows nothing before', async () => {
    const response = await get('/betrieb');
    const text = await response.text();
    expect(response.status).toBe(401);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('name="robots" content="noindex');
    expect(text).not.toContain('<table');
    expect(text).not.toMatch(/<script(?![^>]*type="application\/json")/);
  });

  it('opens with the token for this browser and this site alone, and closes again', async () => {
    const response = await logIn(` ${TOKEN}\n`);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/betrieb');
    const [set = ''] = response.headers.getSetCookie();
    expect(set).toMatch(/HttpOnly/);
    expect(set).toMatch(/SameSite=Strict/);
    expect(set).not.toContain(TOKEN);
    expect((await get('/betrieb', { cookie: cookieOf(response) })).status).toBe(200);
    const out = await get('/betrieb/abmelden', { cookie: cookieOf(response) }, 'POST');
    expect(out.headers.getSetCookie()[0]).toMatch(/^sp_operations=;/);
    // The login has ended on the server, too: a saved cookie is useless.
    expect((await get('/betrieb', { cookie: cookieOf(response) })).status).toBe(401);
    expect((await get('/betrieb', { cookie: cookieOf(await logIn(TOKEN)) })).status).toBe(200);
  });

  it.each([
    ['no signature', () => `sp_operations=${Date.now() + 1_000_000}`],
    ['another login', (own: string) => own.replace(/=(.)/, (_, first) => `=${first === 'a' ? 'b' : 'a'}`)],
    ['another signature', (own: string) => `${own.slice(0, -2)}xx`],
    ['nothing', () => 'sp_operations='],
  ])('stays closed for a made-up cookie: %s', async (_, forge) => {
    const own = cookieOf(await logIn(TOKEN));
    expect((await get('/betrieb', { cookie: own })).status).toBe(200);
    expect((await get('/betrieb', { cookie: forge(own) })).status).toBe(401);
  });

  it('is there in English, and leads to the same in the other language', async () => {
    const { document } = await operations('/en/operations?from=2026-01-01');
    expect(document.documentElement.lang).toBe('en');
    expect(document.querySelector('h1')?.textContent).toBe('Operations');
    expect(document.querySelector('a[hreflang=de]')?.getAttribute('href')).toBe('/betrieb?from=2026-01-01');
  });

  it('says which build and content is running, and what was wrong when it was loaded anew', async () => {
    const { document, rows } = await operations();
    expect(document.querySelector('dl')?.textContent).toContain('abc1234');
    expect(rows('Fehler im Inhalt')).toEqual([]);
    const file = path.join(contentDir, 'services/hundesteuer/service.json');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.replace('"leiKaId"', '"leiKaIt"'));
    portal.reloadContent();
    const faults = async () => (await operations()).rows('Fehler im Inhalt').map(([place]) => place);
    await expect
      .poll(faults, { interval: 500 })
      .toContainEqual(expect.stringMatching(/^services\/hundesteuer\/service\.json:\d+$/));
    await writeFile(file, whole);
    portal.reloadContent();
    await expect.poll(faults, { interval: 500 }).toEqual([]);
  });
});

describe('the login of an operator', () => {
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': 'own' };
  const call = (address: string, body: unknown = {}, own = '') =>
    fetch(portal.url + address, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, cookie: `XSRF-TOKEN=own; ${own}` },
    });

  it('can be made and ended by calls as well, with the same cookie', async () => {
    const response = await call('/api/workshop/login', { token: ` ${TOKEN}\n` });
    expect(response.status).toBe(204);
    const [set = '', ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(set).toMatch(/^sp_operations=.*; Path=\/; HttpOnly; SameSite=Strict$/);
    const own = cookieOf(response);
    expect((await get('/betrieb', { cookie: own })).status).toBe(200);
    expect((await call('/api/workshop/logout', {}, own)).status).toBe(204);
    expect((await get('/betrieb', { cookie: own })).status).toBe(401);
  });

  it('is refused with a wrong token, and to another site', async () => {
    const wrong = await call('/api/workshop/login', { token: `${TOKEN}5` });
    expect([wrong.status, (await wrong.json()).code]).toEqual([401, 'operator-login-required']);
    expect(wrong.headers.getSetCookie()).toEqual([]);
    const foreign = await fetch(`${portal.url}/api/workshop/login`, {
      method: 'POST',
      body: JSON.stringify({ token: TOKEN }),
      headers: { 'content-type': 'application/json' },
    });
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []]);
    const own = cookieOf(await logIn(TOKEN));
    const ending = await fetch(`${portal.url}/api/workshop/logout`, {
      method: 'POST',
      headers: { cookie: own },
    });
    expect([ending.status, (await get('/betrieb', { cookie: own })).status]).toEqual([403, 200]);
  });
});

describe('pages are counted', () => {
  const { leiKaId } = offerOf('hundesteuer');

  it('as they are read: by the server’s page and by a change of the page in the browser, in both languages', async () => {
    await look(`/leistung/${leiKaId}`, 2);
    await look(`/en/service/${leiKaId}?area=${KIEL}`, 1);
    await look(`/leistung/${leiKaId}/_payload.json?area=${KIEL}`, 3);
    expect((await pages())['Leistung: Hund zur Hundesteuer anmelden']).toBe('6');
  });

  it('also when the browser has the page already, but not when it only asks whether it is there', async () => {
    await look('/themenportale', 1);
    const before = Number((await pages())['Themenportale: Themenportale']);
    const etag = (await get('/themenportale')).headers.get('etag') ?? '';
    expect((await get('/themenportale', { 'if-none-match': etag })).status).toBe(304);
    await get('/themenportale', {}, 'HEAD');
    expect(Number((await pages())['Themenportale: Themenportale'])).toBe(before + 2);
  });

  it.each([
    ['dnt', '1'],
    ['sec-gpc', '1'],
    ['sec-purpose', 'prefetch;prerender'],
  ])('not for somebody who does not want it, nor in advance: %s %s', async (name, value) => {
    const headers = { [name]: value };
    const before = await pages();
    await look('/themenportale', 2, headers);
    await look('/themenportale/_payload.json', 2, headers);
    await look('/suche?q=qxqxqx', 6, headers);
    await look('/nutzerkonto', 2, headers);
    await look('/gibt-es-nicht', 2, headers);
    expect(await pages()).toEqual(before);
    expect(await queries()).toEqual({});
  });

  it('without a cookie for it, and pages that are not there without their address', async () => {
    const response = await get('/gibt-es-nicht-4711');
    expect(response.headers.getSetCookie().map((it) => it.split('=')[0])).toEqual(['XSRF-TOKEN']);
    const { document } = await operations();
    expect(document.body.textContent).not.toContain('4711');
    expect((await pages())['Nicht gefunden: Nicht gefunden']).toMatch(/^\d+$/);
  });

  it('for the days asked for', async () => {
    const { rows } = await operations('/betrieb?from=2026-01-01&to=2026-01-02');
    expect(rows('Aufrufe nach Seite')).toEqual([]);
  });
});

describe('searches without a result', () => {
  it('show their words only from the fifth on, and never what may be about somebody', async () => {
    await look('/suche?q=Qxyzwv%20Bqrt%20kfx', 4);
    await look('/en/search?q=wqxzzk', 3);
    await look('/suche/_payload.json?q=%20WQXZZK%20', 2);
    for (const q of ['Xqwzrt Vbnmkl', 'qwxz@example.org', '99999 qqxzw', 'frau qwxzklm']) {
      await look(`/suche?q=${encodeURIComponent(q)}`, 6);
    }
    expect(await queries()).toEqual({ wqxzzk: '5' });
    await look('/suche?q=qxyzwv%20bqrt%20kfx', 1);
    expect(await queries()).toEqual({ wqxzzk: '5', 'qxyzwv bqrt kfx': '5' });
  });

  it('with a result are not counted', async () => {
    const all = async () => (await operations()).document.querySelector('#searches + p')?.textContent;
    const before = await all();
    await look('/suche?q=Hund', 6);
    await look('/suche?q=', 6);
    await look('/suche?q=Hund&kind=LOCATION', 2);
    expect(await all()).toBe(before);
  });
});

describe('steps of applications', () => {
  const steps = async () => (await operations()).rows('Erreichte Schritte nach Leistung');

  it('are counted as they are reached, but not for somebody who did not want it', async () => {
    const person = portal.client();
    await person.logIn('thomsen:Elster');
    const process = await fillIn(person, 'hundesteuer');
    await complete(person, process.id);
    const counted = await steps();
    expect(counted.map(([, step, count]) => [step, count])).toEqual([
      ['Begonnen', '1'],
      ['In Bearbeitung', '1'],
      ['Angaben vollständig', '1'],
    ]);

    const answer = await person.fetch('/api/process', {
      method: 'POST',
      headers: { 'content-type': 'application/json', dnt: '1' },
      body: JSON.stringify({ metadataId: offerOf('hundesteuer').metadataId, area: KIEL }),
    });
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    await person.call('deleteDraft', { query: { id } });
    expect(await steps()).toEqual(counted);
  });

  it('are still there after the service was stopped', async () => {
    await look('/themenportale', 3);
    const before = await pages();
    await portal.stop();
    await portal.start();
    expect(await pages()).toEqual(before);
  });
});

it('whom to return money to is listed', async () => {
  const person = portal.client();
  await person.logIn('thomsen:Elster');
  const { id } = await fillIn(person, 'fischereischein', { change: { duration: 'five' } });
  const { version } = await complete(person, id);
  const { redirectUrl } = await person.call('startPayment', { params: { processId: id }, body: { version } });
  const transactionId = redirectUrl?.split('/').at(-1) ?? '';
  // Paid applications are sent. One that cannot be sent can be deleted, and its money is returned.
  portal.partners.delivery.faults.set({ fault: 'down', requests: 1000 });
  await portal.partners.payment.control({
    action: 'settle',
    transactionId,
    outcome: 'PAYED',
    method: 'PAYPAL',
  });
  await person.call('checkPayment', { params: { processId: id } });
  const failed = await settled(person, id);
  expect(failed.status).toBe('SUBMIT_FAILURE');
  const [open = [], ...others] = (await operations()).rows('Anträge, die noch nicht zugestellt sind');
  expect(others).toEqual([]);
  expect(open.slice(0, 4)).toEqual([
    failed.submission!.ticketNumber,
    'Sendung anmelden',
    'Der Zustelldienst antwortet nicht.',
    '0',
  ]);
  portal.partners.delivery.faults.end();
  await person.call('deleteDraft', { query: { id, paidConsent: 'true' } });
  expect((await operations()).rows('Anträge, die noch nicht zugestellt sind')).toEqual([]);
  const [row = [], ...rest] = (await operations()).rows('Zu erstattende Zahlungen');
  expect(rest).toEqual([]);
  expect(row[1]?.replace(/\s/g, ' ')).toBe('60,00 €');
  expect(row[2]).toBe(transactionId);
});

it('documents handed in are listed until they are delivered, without personal data', async () => {
  const caption = 'Nachreichungen, die noch nicht zugestellt sind';
  const person = portal.client();
  await person.logIn('thomsen:Benutzername');
  const id = await sendOwing(person);
  const { ticketNumber } = await pageOf(person, id);
  const file = await uploadProof(person, id, 'incomeProof', 'Gehalt');
  portal.partners.delivery.faults.set({ fault: 'slow', requests: 1000 });
  const { handIns } = await handIn(person, id, [file]);
  const [waiting = [], ...others] = (await operations()).rows(caption);
  expect(others).toEqual([]);
  expect(waiting.slice(0, 5)).toEqual([ticketNumber, '1', 'Wird zugestellt', '–', '0']);
  expect(waiting[5]).toMatch(/^\d{1,2}\./);
  portal.partners.delivery.faults.set({ fault: 'down', requests: 1000 });
  await handedIn(person, id, 'failed');
  const [failed = []] = (await operations()).rows(caption);
  expect(failed).toEqual([
    ticketNumber,
    '1',
    'Nicht zugestellt',
    'Der Zustelldienst antwortet nicht.',
    '1',
    'keiner: die Person entscheidet',
    'keiner: die Person entscheidet',
  ]);
  const { document, rows } = await operations('/en/operations');
  expect(rows('Hand-ins that are not delivered yet')).toHaveLength(1);
  expect(document.body.textContent).not.toMatch(/Gehalt|Thomsen/);
  // Its person or an operator has it tried again: whoever comes first.
  const { document: page } = await operations(`/betrieb/vorgang?number=${ticketNumber}`);
  expect(page.body.textContent).not.toMatch(/Gehalt|Thomsen/);
  const form = page.querySelector('form[action="/betrieb/vorgang"]');
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? [])];
  const tryNow = () =>
    fetch(`${portal.url}/betrieb/vorgang`, {
      method: 'POST',
      body: new URLSearchParams([
        ...fields.map(({ name, value }) => [name, value]),
        ['because', 'The delivery service is back'],
      ]).toString(),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    });
  expect((await tryNow()).status).toBe(303);
  await handedIn(person, id, 'failed');
  expect((await tryNow()).status).toBe(409);
  portal.partners.delivery.faults.end();
  await person.call('repeatHandIn', { params: { id, handIn: handIns[0]!.id }, query: {} });
  await handedIn(person, id, 'delivered');
  expect((await operations()).rows(caption)).toEqual([]);
});

describe('tries of a wrong token', () => {
  const from = (address: string, given: string, path = '/betrieb') =>
    fetch(portal.url + path, {
      method: 'POST',
      body: new URLSearchParams({ token: given }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
      redirect: 'manual',
    });
  beforeAll(async () => {
    await portal.kill();
    await portal.start({ TRUST_PROXY: 'loopback' });
  });

  it('are ten a minute of one address, by all paths together', async () => {
    const byCall = (given: string) =>
      fetch(`${portal.url}/api/workshop/login`, {
        method: 'POST',
        body: JSON.stringify({ token: given }),
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': '203.0.113.1',
          'x-xsrf-token': 'own',
          cookie: 'XSRF-TOKEN=own',
        },
      });
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const path = ['/betrieb', '/en/operations'][count % 3];
      statuses.push((await (path ? from('203.0.113.1', 'wrong', path) : byCall('wrong'))).status);
    }
    const refusedCall = await byCall(TOKEN);
    expect([refusedCall.status, (await refusedCall.json()).code]).toEqual([429, 'too-many-requests']);
    expect(Number(refusedCall.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = await from('203.0.113.1', TOKEN);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('are few over all addresses, and lock out nobody who is logged in', async () => {
    const loggedIn = cookieOf(await from('203.0.113.2', TOKEN));
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const path = count % 2 === 0 ? '/betrieb' : '/en/operations';
      statuses.push((await from(`198.51.100.${count}`, 'wrong', path)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(401), 429]);
    const refused = await from('203.0.113.3', TOKEN);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([429, []]);
    expect(await refused.text()).toContain('Es gab zu viele Versuche.');
    expect((await get('/betrieb', { cookie: loggedIn })).status).toBe(200);
    await expect.poll(async () => (await from('203.0.113.4', TOKEN)).status, { interval: 500 }).toBe(303);
  });
});
