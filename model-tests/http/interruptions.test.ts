import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Interrupted } from '#domain/interruption.ts';
import type { OpenIdChoice } from '#stand-ins/openid/visit.ts';
import { complete, fillIn, KIEL, offerOf, settled } from './applications.ts';
import { logOperatorIn } from './operator.ts';
import { type Portal, startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

const postgres = await startPostgres();
const portals: Portal[] = [];
let folder: string;
let portal: Portal;
/** A second process on the same database; the same one where there is no PostgreSQL. */
let other: Portal;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'interruptions-'));
  const environment = {
    LOG_LEVEL: 'fatal',
    SECURITY_LOG: path.join(folder, 'security.log'),
    OPERATIONS_TOKEN: TOKEN,
    DELIVERY_RETRY_SECONDS: '1',
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  portal = await startPortal({ between: async (partners) => partners.operatorsEnvironment, environment });
  portals.push(portal);
  if (postgres)
    portals.push(
      await startPortal({
        between: async () => ({ ...portal.partners.environment, ...portal.partners.operatorsEnvironment }),
        environment,
      }),
    );
  other = portals.at(-1)!;
});
afterAll(async () => {
  for (const one of portals.reverse()) await one.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Time after which every process knows what was said to one. */
const KNOWN_MS = 2_000;
const TOKEN = 'a token of operators with 32 signs';
const ADDRESS = '/betrieb/unterbrechung';
const PAYMENT = 'Die Online-Zahlung ist gestört. Ihre Daten sind sicher & bleiben.';
const said = { de: PAYMENT, en: 'Online payment is disturbed. Your data is safe & stays.' };
const BECAUSE = 'Anruf des Zahlungsdienstes';

const cookieOf = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

const operator = (choice: OpenIdChoice): Promise<string> => logOperatorIn(portal, choice);

const pageOf = async (cookie: string, what: Interrupted, at = portal) =>
  (await fetch(`${at.url}${ADDRESS}?${new URLSearchParams({ what })}`, { headers: { cookie } })).text();
const seenIn = (page: string) => /name="seen" value="([^"]*)"/.exec(page)?.[1] ?? '';
const post = (cookie: string, body: Record<string, string>, at = portal) =>
  fetch(at.url + ADDRESS, {
    method: 'POST',
    body: new URLSearchParams(body).toString(),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });
const say = async (cookie: string, what: Interrupted, body: Record<string, string> = said) =>
  post(cookie, { what, step: 'say', seen: seenIn(await pageOf(cookie, what)), because: BECAUSE, ...body });
const end = async (cookie: string, what: Interrupted) =>
  post(cookie, { what, step: 'end', seen: seenIn(await pageOf(cookie, what)), because: 'wieder da' });
const recorded = async () =>
  (await readFile(path.join(folder, 'security.log'), 'utf8'))
    .split('\n')
    .filter((line) => line.includes('"action":"interrupt"'))
    .map((line) => JSON.parse(line) as Record<string, string>);
const publicPage = async (address: string, at = portal, headers: Record<string, string> = {}) => {
  const response = await fetch(at.url + address, { headers });
  return { status: response.status, etag: response.headers.get('etag') ?? '', text: await response.text() };
};
/** The problem that a call was refused with; null for one that was not. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { problem: unknown }) => error.problem,
  );

let repairer: string;
beforeAll(async () => {
  repairer = await operator('jensen:high');
});
afterEach(async () => {
  for (const what of ['delivery', 'payment', 'maintenance', 'service:99102013104000', 'login:nkb'] as const)
    await end(repairer, what);
});

/** An application that is complete and costs something. */
async function payable(at: Portal) {
  const person = at.client();
  // The account knows the address of the first process alone.
  const before = portal.client();
  await before.logIn('thomsen:Elster');
  for (const [name, value] of before.cookies) person.cookies.set(name, value);
  const { id } = await fillIn(person, 'fischereischein');
  const { version } = await complete(person, id);
  const start = () => person.call('startPayment', { params: { processId: id }, body: { version } });
  return { person, id, start };
}

describe('payment that is paused', () => {
  it('is begun by no process, with the sentence, and goes on as it was once that ends', async () => {
    const { person, id, start } = await payable(other);
    expect((await say(repairer, 'payment')).status).toBe(303);
    // Until it knows, the other process begins payments as it did a moment before.
    const knows = async () => (await publicPage('/', other)).text.includes('Your data is safe & stays');
    await expect.poll(knows, { timeout: 4_000 }).toBe(true);
    expect(await refusal(start())).toMatchObject({ code: 'interrupted', status: 409, sentence: said });
    const { status } = await person.call('getProcess', { params: { id }, query: {} });
    expect(status).toBe('COMPLETED');
    expect((await end(repairer, 'payment')).status).toBe(303);
    await expect.poll(knows, { timeout: 4_000 }).toBe(false);
    expect(await refusal(start())).toBeNull();
  });

  it('takes the money of who is at the provider already, and sends the application', async () => {
    const { person, id, start } = await payable(portal);
    const { redirectUrl } = await start();
    await say(repairer, 'payment');
    const transactionId = new URL(redirectUrl ?? '').pathname.split('/').at(-1) ?? '';
    await portal.partners.payment.control({
      action: 'settle',
      transactionId,
      outcome: 'PAYED',
      method: 'PAYPAL',
    });
    await person.call('checkPayment', { params: { processId: id } });
    expect((await settled(person, id)).status).toBe('SUBMITTED');
  });
});

describe('a service that is paused', () => {
  it('takes no new applications, and the drafts of it can be saved and sent', async () => {
    const person = portal.client();
    await person.logIn('thomsen:Elster');
    const { id } = await fillIn(person, 'hundesteuer');
    await say(repairer, 'service:99102013104000');
    const { metadataId } = offerOf('hundesteuer');
    const begun = person.call('startProcess', { body: { metadataId, area: KIEL, lang: 'de' } });
    expect(await refusal(begun)).toMatchObject({ code: 'interrupted', sentence: said });
    await complete(person, id);
    await person.call('submitProcess', { params: { id } });
    expect((await settled(person, id)).status).toBe('SUBMITTED');
  });
});

describe('delivery that is paused', () => {
  it('lets people send, and delivers once it goes on', async () => {
    const person = portal.client();
    await person.logIn('thomsen:Elster');
    const { id } = await fillIn(person, 'hundesteuer');
    await complete(person, id);
    await say(repairer, 'delivery');
    await new Promise((resolve) => setTimeout(resolve, KNOWN_MS));
    await person.call('submitProcess', { params: { id } });
    const sent = () => person.call('getProcess', { params: { id }, query: {} });
    await expect
      .poll(async () => (await sent()).submission?.retry ?? null, { timeout: 8_000 })
      .not.toBeNull();
    expect((await sent()).status).not.toBe('SUBMIT_FAILURE');
    await end(repairer, 'delivery');
    expect((await settled(person, id)).status).toBe('SUBMITTED');
  });
});

describe('a login that is paused', () => {
  it('is not begun, and the others are', async () => {
    await say(repairer, 'login:nkb');
    const page = { redirect: '/', cancelUrl: '/', locale: 'de', timezone: 'Europe/Berlin' } as const;
    const begin = (providerId: 'elster' | 'nkb') =>
      portal.client().call('requestSamlLogin', { query: { ...page, providerId } });
    expect(await refusal(begin('nkb'))).toMatchObject({ code: 'interrupted', sentence: said });
    expect(await refusal(begin('elster'))).toBeNull();
  });
});

describe('what operators say', () => {
  it('is taken of those who may repair, in both languages, as text and with a reason', async () => {
    const looker = await operator('thomsen:high');
    expect((await fetch(`${portal.url}${ADDRESS}?what=payment`)).status).toBe(401);
    expect(await pageOf(looker, 'payment')).not.toContain('<form');
    const page = await pageOf(repairer, 'payment');
    expect(page).toContain('Die Online-Zahlung ist zurzeit gestört.');
    const form = { what: 'payment', step: 'say', seen: seenIn(page), because: BECAUSE, ...said };
    const answers: [string, Record<string, string>, number, string][] = [
      [looker, form, 403, 'Ihre Rolle erlaubt nur das Ansehen.'],
      [repairer, { ...form, because: ' ' }, 422, 'Bitte nennen Sie einen Grund.'],
      [repairer, { ...form, en: '' }, 422, 'in beiden Sprachen'],
      [repairer, { ...form, de: 'x'.repeat(401) }, 422, 'in beiden Sprachen'],
      [repairer, { ...form, what: 'service:1' }, 404, 'kann hier nicht angehalten werden'],
      [repairer, { ...form, seen: '7/none' }, 409, 'Inzwischen hat sich etwas geändert.'],
    ];
    for (const [cookie, body, status, words] of answers) {
      const response = await post(cookie, body);
      expect([response.status, (await response.text()).includes(words)], words).toEqual([status, true]);
    }
    // What was typed is there again.
    expect(await (await post(repairer, { ...form, because: '' })).text()).toContain('sicher &#38; bleiben');
    expect(await pageOf(repairer, 'payment')).not.toContain('Anruf des');
  });

  it('is refused with the new state to the second of two, and is in the security log by name', async () => {
    const before = (await recorded()).length;
    const second = await operator('boysen:high');
    const [one, two] = [
      seenIn(await pageOf(repairer, 'payment')),
      seenIn(await pageOf(second, 'payment', other)),
    ];
    expect(two).toBe(one);
    const form = { what: 'payment', step: 'say', because: BECAUSE, ...said };
    expect((await post(repairer, { ...form, seen: one })).status).toBe(303);
    const late = await post(second, { ...form, seen: two, de: 'Etwas anderes, das zu spät kommt.' }, other);
    const text = await late.text();
    expect([
      late.status,
      text.includes('Inzwischen hat sich'),
      text.includes('Kirsten Jensen (jensen)'),
    ]).toEqual([409, true, true]);
    expect(text).toContain('sicher &#38; bleiben');
    await end(repairer, 'payment');
    const lines = (await recorded()).slice(before);
    expect(
      lines.map(({ outcome, reason, step, by, because: why }) => [step, outcome, reason, by, why]),
    ).toEqual([
      ['say', 'succeeded', undefined, 'Kirsten Jensen (jensen)', BECAUSE],
      ['say', 'refused', 'moved', 'Malte Boysen (boysen)', BECAUSE],
      ['end', 'succeeded', undefined, 'Kirsten Jensen (jensen)', 'wieder da'],
    ]);
    // Who said it is forgotten with it.
    expect(await pageOf(repairer, 'payment')).not.toContain('Kirsten Jensen');
  });

  it('is taken once of two who say it at once, by two servers; the text of the other is there again', async () => {
    const second = await operator('boysen:high');
    const form = { what: 'delivery', step: 'say', because: BECAUSE };
    for (let round = 0; round < 5; round += 1) {
      const seen = seenIn(await pageOf(repairer, 'delivery'));
      const words = [`Erste Meldung, Runde ${round}.`, `Zweite Meldung, Runde ${round}.`];
      const answers = await Promise.all([
        post(repairer, { ...form, ...said, de: words[0]!, seen }),
        post(second, { ...form, ...said, de: words[1]!, seen }, other),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
      const won = answers.findIndex(({ status }) => status === 303);
      const late = await answers[1 - won]!.text();
      for (const sentence of words) expect(late).toContain(sentence);
      expect(await pageOf(second, 'delivery', other)).toContain(`<span lang="de">${words[won]}</span>`);
    }
  });

  it('is not lost to who ends what has been ended, nor is a missing reason told first', async () => {
    await say(repairer, 'payment');
    const form = { what: 'payment', step: 'end', seen: seenIn(await pageOf(repairer, 'payment')) };
    expect((await post(repairer, { ...form, because: 'x' })).status).toBe(422);
    await end(repairer, 'payment');
    for (const [because, words] of [
      ['Der Dienst ist wieder da', '<p>Der Dienst ist wieder da</p>'],
      ['x', 'Inzwischen hat sich etwas geändert.'],
    ] as const) {
      const late = await post(repairer, { ...form, because });
      expect([late.status, (await late.text()).includes(words)]).toEqual([409, true]);
    }
  });

  it('is told as break-glass when it was said by the token', async () => {
    const answer = await fetch(`${portal.url}/betrieb`, {
      method: 'POST',
      body: new URLSearchParams({ token: TOKEN }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    });
    expect((await say(cookieOf(answer, 'sp_operations'), 'payment')).status).toBe(303);
    expect((await recorded()).at(-1)).toMatchObject({
      way: 'break-glass',
      what: 'payment',
      outcome: 'succeeded',
    });
  });
});

describe('maintenance', () => {
  const times = (from: number, until: number) => {
    const clock = (hours: number) =>
      new Date(Date.now() + hours * 3_600_000)
        .toLocaleString('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' })
        .replace(' ', 'T');
    return { from: clock(from), until: clock(until) };
  };

  it('stands on every page of every process until it ends, and the pages that are kept change with it', async () => {
    const sentence = { de: 'Heute Abend arbeiten wir am Portal.', en: 'We work on the portal tonight.' };
    const addresses = ['/', '/leistung/99102013104000', '/en/service/99102013104000'];
    const before = await Promise.all(addresses.map((address) => publicPage(address, other)));
    expect((await say(repairer, 'maintenance', { ...sentence, ...times(2, 4) })).status).toBe(303);
    for (const [index, address] of addresses.entries()) {
      const words = address.startsWith('/en') ? sentence.en : sentence.de;
      await expect
        .poll(async () => (await publicPage(address, other)).text.includes(`${words}</p>`), {
          timeout: 4_000,
        })
        .toBe(true);
      const headers = { 'if-none-match': before[index]!.etag };
      expect((await publicPage(address, other, headers)).status).toBe(200);
    }
    const during = await Promise.all(addresses.map((address) => publicPage(address, other)));
    await end(repairer, 'maintenance');
    for (const [index, address] of addresses.entries()) {
      const headers = { 'if-none-match': during[index]!.etag };
      await expect
        .poll(async () => (await publicPage(address, other, headers)).status, { timeout: 4_000 })
        .toBe(200);
      expect((await publicPage(address, other)).text).not.toContain(sentence.de);
    }
  });

  it('is not over before it begins', async () => {
    for (const wrong of [
      times(4, 2),
      times(-4, -2),
      { from: '', until: '' },
      { from: '2026-13-01T10:00', until: 'x' },
    ])
      expect((await say(repairer, 'maintenance', { ...said, ...wrong })).status).toBe(422);
  });
});

describe('the operators’ page of one server', () => {
  const page = async (at: Portal, cookie: string, address = '/betrieb') =>
    (await fetch(at.url + address, { headers: { cookie } })).text();
  /** Rows of a table as texts, by its caption. */
  const rowsOf = (text: string, caption: string) => {
    const [, body = ''] =
      new RegExp(`>${caption}</caption>.*?<tbody[^>]*>(.*?)</tbody>`, 's').exec(text) ?? [];
    return body
      .split('</tr>')
      .slice(0, -1)
      .map((row) =>
        row
          .split(/<\/t[hd]>/)
          .slice(0, -1)
          .map((cell) => cell.replace(/<[^>]*>/g, '').trim()),
      );
  };
  const name = (at: Portal) => `127.0.0.1:${new URL(at.url).port}`;

  it('shows all servers, and the partner that one of them cannot reach, with the time', async () => {
    const servers = async () => rowsOf(await page(portal, repairer), 'Server dieses Portals');
    await expect.poll(async () => (await servers()).length, { timeout: 8_000 }).toBe(portals.length);
    for (const at of portals) {
      const row = (await servers()).find(([server]) => server?.endsWith(name(at)));
      expect(row?.slice(2)).toEqual([
        expect.stringMatching(/weniger als eine Minute|Minute/),
        'gerade eben',
        expect.stringMatching(/^(–|geht richtig|geht [\d,]+ Sekunden? (vor|nach), verglichen mit .+)$/),
        'nichts',
      ]);
    }
    const { start } = await payable(other);
    portal.partners.payment.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    expect(await refusal(start())).not.toBeNull();
    const away = async () =>
      rowsOf(await page(portal, repairer), 'Partner des Portals').find(
        ([partner]) => partner === 'Zahlungsdienst',
      );
    await expect
      .poll(async () => (await away())?.[1], { timeout: 8_000 })
      .toMatch(/^Antwortet nicht, seit \d+\.\d+\.\d{4}, .+ \((weniger als eine Minute|\d Minuten?)\)$/);
    const [, , , where = ''] = (await away()) ?? [];
    // The process that answers has not asked the partner itself, or has been answered.
    if (postgres) expect(where.endsWith(name(other)) || where === 'alle').toBe(true);
    expect(await page(portal, repairer)).toContain('href="#partners">Zahlungsdienst: antwortet nicht (');
    expect(await page(portal, repairer, '/en/operations')).toContain('Payment service: has not answered for');
    portal.partners.payment.faults.end();
    expect(await refusal(start())).toBeNull();
    await expect.poll(async () => (await away())?.[1], { timeout: 8_000 }).toMatch(/^Antwortet( langsam)?$/);
  });
});
