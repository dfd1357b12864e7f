import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete, fillIn, settled } from './applications.ts';
import { hiddenIn, sessionLine } from './operator.ts';
import { formsIn, operatorPages } from './operator-pages.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'operators-'));
  portal = await startPortal({
    between: async (partners) => partners.operatorsEnvironment,
    environment: {
      LOG_LEVEL: 'fatal',
      SECURITY_LOG: path.join(folder, 'security.log'),
      DELIVERY_RETRY_SECONDS: '3600',
      REFUND_BY_TWO: 'true',
    },
  });
});
afterAll(async () => {
  await portal?.close();
  await rm(folder, { recursive: true, force: true });
});

const { get, post, begin, logInAs, named } = operatorPages(() => portal);
/** Lines of the security log about operators, without what differs each time. */
const recorded = async () =>
  (await readFile(path.join(folder, 'security.log'), 'utf8'))
    .split('\n')
    .filter((line) => line.includes('"event":"operator"'))
    .map((line) => {
      const { action, outcome, reason, way, by } = JSON.parse(line) as Record<string, string>;
      return [action, outcome, reason ?? way, by].filter(Boolean).join(', ');
    });

describe('an operator as a person', () => {
  it('logs in at the provider, is called by name, and logs out', async () => {
    expect(await (await get('/betrieb')).text()).toContain('href="/betrieb/anmelden"');
    const response = await logInAs('thomsen:high');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('http-equiv="refresh" content="0; url=/betrieb"');
    expect(sessionLine(response)).toMatch(/^sp_operations=.*; Path=\/; HttpOnly; SameSite=Strict$/);
    const own = sessionLine(response).split(';')[0] ?? '';
    const page = await get('/betrieb', { cookie: own });
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('Angemeldet als Wiebke Thomsen. Rollen: Ansehen.'),
    ]);
    const asPerson = own.replace('sp_operations', 'sp_session');
    expect((await get('/api/processes', { cookie: asPerson })).status).toBe(401);
    await get('/betrieb/abmelden', { cookie: own }, 'POST');
    expect((await get('/betrieb', { cookie: own })).status).toBe(401);
  });

  it.each([
    ['without a role', 'paulsen:high', {}, 'noRole', 'hat keine Rolle'],
    ['who cancels', 'cancel', {}, 'cancelled', 'Die Anmeldung wurde abgebrochen.'],
    ['with a token for another portal', 'jensen:high', { token: 'audience' }, 'failed', 'nicht geklappt'],
    ['with an old token', 'jensen:high', { token: 'age' }, 'failed', 'nicht geklappt'],
  ] as const)('%s is not logged in, and is told why at a clean address', async (...row) => {
    const [, choice, options, login, words] = row;
    const response = await logInAs(choice, options);
    expect([response.status, response.headers.get('location')]).toEqual([303, `/betrieb?login=${login}`]);
    expect(sessionLine(response)).toBe('');
    const told = await get(`/betrieb?login=${login}`);
    expect([told.status, (await told.text()).includes(words)]).toEqual([401, true]);
  });

  it('is logged in only by the browser that began, once', async () => {
    const { answer, back, begun } = await begin('jensen:high');
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^sp_operations_login=.*; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    for (const cookie of ['', 'sp_operations_login=other', 'sp_operations_login=ä']) {
      const foreign = await get(back, { cookie: encodeURI(cookie) });
      expect([foreign.headers.get('location'), sessionLine(foreign)], cookie).toEqual([
        '/betrieb?login=over',
        '',
      ]);
    }
    expect(sessionLine(await get(back, { cookie: begun }))).not.toBe('');
    const again = await get(back, { cookie: begun });
    expect([again.headers.get('location'), sessionLine(again)]).toEqual(['/betrieb?login=over', '']);
  });

  it('begins only from a page of ours, and is told when the provider is away', async () => {
    const foreign = await get('/betrieb/anmelden', { 'sec-fetch-site': 'cross-site' });
    expect([foreign.status, foreign.headers.get('location')]).toEqual([403, null]);
    const { back, begun } = await begin('jensen:high');
    const { faults } = portal.partners.operators;
    faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    const away = await get(back, { cookie: begun });
    expect([away.headers.get('location'), sessionLine(away)]).toEqual(['/betrieb?login=failed', '']);
    faults.end();
  });

  it('is in the security log by name, and who is refused is there, too', async () => {
    const lines = await recorded();
    const thomsen = 'person, Wiebke Thomsen (thomsen)';
    expect(lines.slice(0, 3)).toEqual([
      `login, succeeded, ${thomsen}`,
      `read, succeeded, ${thomsen}`,
      `logout, succeeded, ${thomsen}`,
    ]);
    expect(lines.slice(3, 7)).toEqual([
      'login, refused, no-role',
      'login, cancelled',
      'login, refused, answer-not-believed',
      'login, refused, answer-not-believed',
    ]);
    expect(lines.slice(7)).toEqual([
      ...Array(3).fill('login, refused, other-browser'),
      'login, succeeded, person, Kirsten Jensen (jensen)',
      'login, refused, no-login-under-way',
      'login, refused, provider-unavailable',
    ]);
  });
});

const CASE = '/betrieb/vorgang';

describe('a delivery that waits', () => {
  it('is found by its number, and tried now by whoever may repair, once', async () => {
    const person = portal.client();
    await person.logIn('thomsen:Elster');
    const { id } = await fillIn(person, 'hundesteuer');
    await complete(person, id);
    portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    await person.call('submitProcess', { params: { id } });
    const process = () => person.call('getProcess', { params: { id }, query: {} });
    await expect.poll(async () => (await process()).submission?.retry ?? null).not.toBeNull();
    const { ticketNumber = '' } = (await process()).submission ?? {};
    const [thomsen, jensen, boysen] = [
      await named('thomsen:high'),
      await named('jensen:high'),
      await named('boysen:high'),
    ];
    const address = `/betrieb/vorgang?number=${ticketNumber.toLowerCase()}`;
    expect((await get(address)).status).toBe(401);
    const looking = await (await get(address, { cookie: thomsen })).text();
    expect(looking).toContain('Mit Ihrer Rolle können Sie diesen Vorgang nur ansehen.');
    expect(looking).toContain('Der Zustelldienst antwortet nicht.');
    expect(looking).not.toContain('PartnerUnavailable');
    expect(looking).not.toContain('<form');
    const page = await (await get(address, { cookie: jensen })).text();
    expect(page).toContain('Zustellung jetzt versuchen');
    expect(page).not.toMatch(/Lindemann|Thomsen|Bello/);
    const [shown] = formsIn(page);
    expect(shown).toMatchObject({ act: 'try', what: 'delivery' });
    const form = { ...shown, because: 'Der Zustelldienst ist wieder da' };

    const answers: [string, Record<string, string>, number, string][] = [
      [thomsen, form, 403, 'Ihre Rolle erlaubt nur das Ansehen.'],
      [jensen, { ...form, because: ' \n' }, 422, 'Bitte nennen Sie einen Grund.'],
      [jensen, { ...form, process: 'none' }, 404, 'Kein Vorgang gefunden'],
      [jensen, { ...form, seen: 'other' }, 409, 'Inzwischen hat sich etwas geändert.'],
      // Whoever has to look anew is not told first that a reason is missing.
      [jensen, { ...form, seen: 'other', because: 'x' }, 409, 'Inzwischen hat sich etwas geändert.'],
      // What was typed is there again.
      [jensen, { ...form, because: 'x' }, 422, 'value="x" required'],
      [jensen, { ...form, seen: 'other' }, 409, 'value="Der Zustelldienst ist wieder da" required'],
    ];
    for (const [cookie, body, status, words] of answers) {
      const response = await post(cookie, body, CASE);
      expect([response.status, (await response.text()).includes(words)], words).toEqual([status, true]);
    }
    expect((await process()).submission?.retry).not.toBeNull();

    const outcomeOf = async (answer: Response) => {
      expect(answer.status).toBe(303);
      const outcome = async () => {
        const told = await get(answer.headers.get('location') ?? '', { cookie: jensen });
        return /role="(?:status|alert)"><span>([^<]*)</.exec(await told.text())?.[1];
      };
      await expect.poll(outcome, { timeout: 20_000 }).not.toBe('Der Versuch läuft noch.');
      return outcome();
    };
    const inVain = await outcomeOf(await post(jensen, form, CASE));
    expect(inVain).toMatch(
      /^Der Versuch ist gescheitert\. Der Zustelldienst antwortet nicht\. Nächster Versuch: .+\.$/,
    );
    const [anew] = formsIn(await (await get(address, { cookie: jensen })).text());
    const again = { ...anew, because: 'Der Zustelldienst ist wieder da' };

    portal.partners.delivery.faults.end();
    expect(await outcomeOf(await post(jensen, again, CASE))).toBe(
      'Der Versuch ist gelungen: Der Antrag ist zugestellt.',
    );
    expect((await settled(person, id)).status).toBe('SUBMITTED');
    const late = await post(boysen, again, CASE);
    const text = await late.text();
    expect([late.status, text.includes('Inzwischen hat sich'), text.includes('Zustellung jetzt')]).toEqual([
      409,
      true,
      false,
    ]);
    // There is no form for it any more: it can be copied.
    expect(text).toContain('<blockquote class="sp-measure"><p>Der Zustelldienst ist wieder da</p>');
    const lines = (await recorded()).filter((line) => line.startsWith('try-now'));
    expect(lines).toEqual([
      'try-now, refused, role-missing, Wiebke Thomsen (thomsen)',
      ...Array(3).fill('try-now, refused, moved, Kirsten Jensen (jensen)'),
      ...Array(2).fill('try-now, succeeded, person, Kirsten Jensen (jensen)'),
      'try-now, refused, moved, Malte Boysen (boysen)',
    ]);
    expect(await readFile(path.join(folder, 'security.log'), 'utf8')).toContain(
      '"because":"Der Zustelldienst ist wieder da"',
    );
  });
});

describe('money to be returned', () => {
  const ADDRESS = '/betrieb/erstattung';

  /** Pays for an application, and changes its fee. */
  async function paidInVain() {
    const person = portal.client();
    await person.logIn('thomsen:Elster');
    const { id } = await fillIn(person, 'fischereischein', { change: { duration: 'five' } });
    const { version } = await complete(person, id);
    const { redirectUrl } = await person.call('startPayment', {
      params: { processId: id },
      body: { version },
    });
    const transactionId = new URL(redirectUrl ?? '').pathname.split('/').at(-1) ?? '';
    const settle = async (outcome: 'CANCELED' | 'PAYED') => {
      const method = outcome === 'PAYED' ? ('PAYPAL' as const) : null;
      await portal.partners.payment.control({ action: 'settle', transactionId, outcome, method });
      await person.call('checkPayment', { params: { processId: id } });
    };
    await settle('CANCELED');
    const form = await person.openForm({ params: { id }, query: {} });
    const data = { ...form.data, duration: 'one' };
    await person.call('saveProgress', { params: { id }, body: { version: form.version, data, page: null } });
    await settle('PAYED');
    await complete(person, id);
    return { person, id, transactionId };
  }

  it('is noted as returned by two who may repair, each with a note', async () => {
    const { person, id, transactionId } = await paidInVain();
    const [thomsen, jensen, boysen] = [
      await named('thomsen:high'),
      await named('jensen:high'),
      await named('boysen:high'),
    ];
    const list = await (await get('/betrieb', { cookie: jensen })).text();
    const [, address = ''] = /href="(\/betrieb\/erstattung\?payment=[^"]+)"/.exec(list) ?? [];
    const page = async (cookie: string) => (await get(address, { cookie })).text();
    expect((await get(address)).status).toBe(401);
    expect((await get(`${ADDRESS}?payment=none`, { cookie: jensen })).status).toBe(404);
    const looking = await page(thomsen);
    expect(looking).toContain('Mit Ihrer Rolle können Sie diese Erstattung nur ansehen.');
    expect(looking).toContain(transactionId);
    expect(looking).not.toContain('<form');

    // The numbers that its person or the payment service names lead to the case, without what was entered.
    const [, reference = ''] = /Verwendungszweck<\/dt><dd[^>]*>([^<]+)</.exec(looking) ?? [];
    for (const number of [transactionId, ` ${reference} `]) {
      const found = await get(`${CASE}?${new URLSearchParams({ number })}`, { cookie: thomsen });
      const told = await found.text();
      expect([found.status, told.includes(reference), told.includes(id)]).toEqual([200, true, true]);
      expect(told).not.toMatch(/Lindemann|Thomsen<|fischer@/);
    }
    expect((await get(`${CASE}?number=${reference}x`, { cookie: thomsen })).status).toBe(404);

    const form = { ...hiddenIn(await page(jensen)), because: 'Erstattung 4711' };
    const tell = async (cookie: string, body: Record<string, string>, status: number, words: string) => {
      const response = await post(cookie, body, ADDRESS);
      expect([response.status, (await response.text()).includes(words)], words).toEqual([status, true]);
    };
    await tell(thomsen, form, 403, 'Ihre Rolle erlaubt nur das Ansehen.');
    await tell(jensen, { ...form, because: ' \n' }, 422, 'Bitte nennen Sie einen Vermerk oder Grund.');
    await tell(jensen, { ...form, payment: id }, 404, 'Keine Erstattung gefunden');
    await tell(jensen, { ...form, step: 'mark' }, 409, 'Inzwischen hat sich etwas geändert.');
    expect(await page(jensen)).toContain('<dd class="kern-description-list-item__value">Zu erstatten</dd>');

    const proposed = await post(jensen, form, ADDRESS);
    expect([proposed.status, proposed.headers.get('location')]).toEqual([303, `${address}&done=propose`]);
    await tell(boysen, form, 409, 'Kirsten Jensen (jensen)');
    await tell(boysen, { ...form, because: 'x' }, 409, 'Inzwischen hat sich etwas geändert.');
    await tell(boysen, { ...form, because: 'Mein <Text>' }, 409, '<p>Mein &#60;Text&#62;</p>');
    // A proposal is no note: the person is told nothing yet.
    expect((await person.call('getProcess', { params: { id }, query: {} })).returned).toBeUndefined();
    const own = await page(jensen);
    expect(own).toContain('Vorschlag verwerfen');
    expect(own).not.toContain('Erstattung bestätigen');
    const confirm = { ...hiddenIn(await page(boysen)), step: 'confirm', because: 'Kontoauszug 12' };
    await tell(jensen, confirm, 403, 'Den eigenen Vorschlag kann man nicht bestätigen.');

    const confirmed = await post(boysen, confirm, ADDRESS);
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, `${address}&done=confirm`]);
    const after = await page(boysen);
    for (const words of ['Als erstattet vermerkt am', 'Malte Boysen (boysen)', 'Kontoauszug 12'])
      expect(after).toContain(words);
    expect(after).not.toContain('<form');
    const [above = '', folded = ''] = (await (await get('/betrieb', { cookie: jensen })).text()).split(
      '<summary>Als erstattet vermerkt (1)',
    );
    expect(above).toContain('Es ist nichts zu erstatten.');
    expect(folded).toContain(transactionId);
    // Its person is told by the application and in their area; the money was marked for a refund as before.
    const told = await person.call('getProcess', { params: { id }, query: {} });
    expect([told.facts.refundDueCents, told.returned?.amountCents]).toEqual([6000, 6000]);
    expect(Math.abs(Date.parse(told.returned?.at ?? '') - Date.now())).toBeLessThan(60_000);
    const drafts = await person.call('listDrafts', { query: { lang: 'de' } });
    expect(drafts.find((draft) => draft.id === id)?.returned).toEqual(told.returned);

    const journal = await get(`/api/workshop/journal?process=${id}`, { cookie: jensen });
    const { entries } = (await journal.json()) as { entries: Record<string, unknown>[] };
    expect(
      entries.filter(({ machine }) => machine === 'refund').map(({ to, rule, by }) => [to, rule, by]),
    ).toEqual([
      ['open', null, 'server'],
      ['proposed', 'REFUND-02', 'operator'],
      ['returned', 'REFUND-03', 'operator'],
    ]);
    const lines = (await recorded()).filter((line) => line.startsWith('refund'));
    expect(lines).toEqual([
      'refund, refused, role-missing, Wiebke Thomsen (thomsen)',
      'refund, refused, moved, Kirsten Jensen (jensen)',
      'refund, succeeded, person, Kirsten Jensen (jensen)',
      ...Array(3).fill('refund, refused, moved, Malte Boysen (boysen)'),
      'refund, refused, same-operator, Kirsten Jensen (jensen)',
      'refund, succeeded, person, Malte Boysen (boysen)',
    ]);
    expect(await readFile(path.join(folder, 'security.log'), 'utf8')).toContain(
      `"process":"${id}","because":"Kontoauszug 12"`,
    );
  });
});
