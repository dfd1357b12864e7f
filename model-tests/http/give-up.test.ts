import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { complete, confirmationOf, fillIn, pay, settled, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { formsIn, operatorPages } from './operator-pages.ts';
import { handedIn, handIn, pageOf, sendOwing, uploadProof } from './owing.ts';
import { type Portal, startPortal } from './portal.ts';

const CASE = '/betrieb/vorgang';

let portal: Portal;
const { get, post, named } = operatorPages(() => portal);
let jensen: string;
let thomsen: string;

beforeAll(async () => {
  portal = await startPortal({
    between: async (partners) => partners.operatorsEnvironment,
    environment: { LOG_LEVEL: 'fatal', DELIVERY_RETRY_SECONDS: '3600' },
  });
  [thomsen, jensen] = [await named('thomsen:high'), await named('jensen:high')];
});
afterEach(() => portal.partners.delivery.faults.end());
afterAll(() => portal?.close());

const isAway = () =>
  portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
const processOf = (person: PortalClient, id: string) =>
  person.call('getProcess', { params: { id }, query: {} });

/** Forms of a case, by the act and what it is about. */
async function formsOf(number: string, cookie = jensen) {
  const page = await (await get(`${CASE}?number=${number}`, { cookie })).text();
  const forms = formsIn(page);
  const found = (act: string, what: string) => forms.find((form) => form.act === act && form.what === what);
  return { page, found };
}
/** Waits until a delivery has been tried and waits for its next try. */
const waits = (person: PortalClient, id: string) =>
  expect
    .poll(async () => (await processOf(person, id)).submission?.retry ?? null, { timeout: 15_000 })
    .not.toBeNull();

const recorded = async () =>
  (await readFile(path.join(portal.dataDir, 'security.log'), 'utf8'))
    .split('\n')
    .filter((line) => line.includes('"action":"give-up"'))
    .map((line) => JSON.parse(line) as Record<string, string>)
    .map(({ outcome, reason, what, told, because, by }) => [outcome, reason, what, told, because, by]);

describe('a delivery that nobody takes', () => {
  it('is given up with a reason; the person is told, and what they have paid is to be refunded once they delete it', async () => {
    const person = portal.client();
    await person.logIn('petersen:Elster');
    const { id } = await fillIn(person, 'fischereischein', { change: { email: 'petra.post@example.com' } });
    const process = await person.call('completeProcess', {
      params: { id },
      query: {},
      body: { ...(await confirmationOf(person, id)), wantsMails: true },
    });
    isAway();
    await pay(person, process.facts.conflictOpen ? await complete(person, id) : process);
    await waits(person, id);
    const { ticketNumber = '' } = (await processOf(person, id)).submission ?? {};

    const form = { ...(await formsOf(id)).found('giveUp', 'delivery'), because: 'Anruf der Behörde' };
    expect((await formsOf(id, thomsen)).found('giveUp', 'delivery')).toBeUndefined();
    const tell = async (cookie: string, body: Record<string, string>, status: number, words: string) => {
      const response = await post(cookie, body, CASE);
      expect([response.status, (await response.text()).includes(words)], words).toEqual([status, true]);
    };
    await tell(thomsen, { ...form, reason: 'notTaken' }, 403, 'Ihre Rolle erlaubt nur das Ansehen.');
    await tell(jensen, form, 422, 'Bitte nennen Sie einen Grund.');
    await tell(jensen, { ...form, reason: 'notTaken', because: '' }, 422, 'Bitte nennen Sie einen Grund.');
    await tell(jensen, { ...form, reason: 'notTaken', because: '' }, 422, 'value="notTaken" checked');
    await tell(jensen, form, 422, 'Bitte wählen Sie, was die Person erfährt.');
    await tell(jensen, { ...form, reason: 'other' }, 404, 'Kein Vorgang gefunden');
    await tell(
      jensen,
      { ...form, reason: 'notTaken', seen: 'other' },
      409,
      'Inzwischen hat sich etwas geändert.',
    );
    expect((await processOf(person, id)).submission?.retry).not.toBeNull();

    const done = await post(jensen, { ...form, reason: 'notTaken' }, CASE);
    expect([done.status, done.headers.get('location')]).toEqual([303, `${CASE}?number=${id}&done=givenUp`]);
    await tell(jensen, { ...form, reason: 'away' }, 409, 'Das System der Behörde nimmt das so nicht an.');
    await tell(jensen, { ...form, reason: 'away' }, 409, '<p>Anruf der Behörde</p>');
    expect((await formsOf(id)).found('try', 'delivery')).toBeUndefined();
    const told = await processOf(person, id);
    expect([told.status, told.submission?.step, told.submission?.givenUp, told.submission?.retry]).toEqual([
      'SUBMIT_FAILURE',
      'SUBMISSION_FAILURE',
      'notTaken',
      null,
    ]);
    expect(told.facts).toMatchObject({ paidCents: 6000, refundDueCents: 0, running: false });
    const letters = () => portal.partners.mail.mails().filter(({ text }) => text.includes(ticketNumber));
    await expect.poll(() => letters().length, { timeout: 15_000 }).toBe(1);
    const [letter] = letters();
    expect(letter?.subject).toBe('Ihr Antrag ist noch nicht gesendet');
    const words = letter?.text.replace(/\s+/g, ' ') ?? '';
    expect(words).toContain('Das System der Behörde nimmt Ihren Antrag so nicht an.');
    expect(words).toContain('Dann merken wir Ihr Geld zur Erstattung vor.');

    // The authority's side is asked what has arrived before anything of it is deleted.
    portal.partners.delivery.faults.end();
    await person.call('deleteDraft', { query: { id, paidConsent: 'true' } });
    const list = await (await get('/betrieb', { cookie: jensen })).text();
    expect(list).toContain('60,00');
    expect(await recorded()).toEqual([
      ['refused', 'role-missing', 'delivery', 'notTaken', 'Anruf der Behörde', 'Wiebke Thomsen (thomsen)'],
      ['refused', 'moved', 'delivery', 'notTaken', 'Anruf der Behörde', 'Kirsten Jensen (jensen)'],
      ['succeeded', undefined, 'delivery', 'notTaken', 'Anruf der Behörde', 'Kirsten Jensen (jensen)'],
      ...Array(2).fill([
        ...['refused', 'moved', 'delivery', 'away', 'Anruf der Behörde', 'Kirsten Jensen (jensen)'],
      ]),
    ]);
  });

  it('is sent by its person after that, once, and nothing speaks of giving up any more', async () => {
    const person = portal.client();
    await person.logIn('thomsen:Elster');
    const { id } = await fillIn(person, 'hundesteuer');
    await complete(person, id);
    isAway();
    await person.call('submitProcess', { params: { id } });
    await waits(person, id);
    const form = { ...(await formsOf(id)).found('giveUp', 'delivery'), because: 'Wartung', reason: 'away' };
    expect((await post(jensen, form, CASE)).status).toBe(303);
    portal.partners.delivery.faults.end();
    await submit(person, id);
    const sent = await settled(person, id);
    expect([sent.status, sent.submission?.givenUp]).toEqual(['SUBMITTED', undefined]);
    expect((await post(jensen, form, CASE)).status).toBe(409);
    expect((await formsOf(id)).found('giveUp', 'delivery')).toBeUndefined();
  });
});

it('a hand-in is given up with a reason, which its person reads, and can be sent again', async () => {
  const person = portal.client();
  await person.logIn('thomsen:Benutzername');
  const id = await sendOwing(person);
  isAway();
  await handIn(person, id, [await uploadProof(person, id)]);
  await expect
    .poll(async () => (await formsOf(id)).page.includes('Der Zustelldienst antwortet nicht.'), {
      timeout: 15_000,
    })
    .toBe(true);
  const form = { ...(await formsOf(id)).found('giveUp', 'handIn'), because: 'Wartung', reason: 'away' };
  expect((await post(jensen, { ...form, seen: 'other' }, CASE)).status).toBe(409);
  expect((await post(jensen, { ...form, what: 'payment' }, CASE)).status).toBe(409);
  expect((await post(jensen, form, CASE)).status).toBe(303);
  const [given] = (await pageOf(person, id)).handIns;
  expect(given).toMatchObject({ state: 'failed', givenUp: 'away' });
  const { result } = await processOf(person, id);
  expect(result!.owed!.documents.map(({ path }) => path)).toContain('incomeProof');
  portal.partners.delivery.faults.end();
  await person.call('repeatHandIn', { params: { id, handIn: given!.id }, query: {} });
  expect((await handedIn(person, id, 'delivered')).givenUp).toBeUndefined();
});
