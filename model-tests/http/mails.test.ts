import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { FormData } from '#forms/types.ts';
import { complete, confirmationOf, fillIn, offerOf, pay, settled, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

const ADDRESS = 'petra.post@example.com';
const TICKET = /SP-\w{4}-\w{4}-\w{4}/;

let portal: Portal;
let output = '';
const environment = { LOG_LEVEL: 'trace', MAIL_RETRY_SECONDS: '0.3' };
beforeAll(async () => {
  portal = await startPortal({ script: clockedServer, environment, output: (text) => (output += text) });
});
afterEach(async () => {
  portal.partners.mail.behave('works');
  await portal.delivery.order({});
});
afterAll(() => portal?.close());

const mail = () => portal.partners.mail;
const get = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });
const mailOf = async (client: PortalClient, id: string) => (await get(client, id)).result?.mail ?? null;

async function anonymous(): Promise<PortalClient> {
  const client = portal.client();
  await client.fetch('/api/auth/pseudo', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ locale: 'de' }),
  });
  return client;
}
async function loggedIn(): Promise<PortalClient> {
  const client = portal.client();
  await client.logIn('petersen:Elster');
  return client;
}

const waitingMails = () =>
  storedRows(portal, (db) => db.selectFrom('mail').select('id').where('state', '=', 'waiting').execute());

/** Confirms a form with the choice about e-mails, and decides no difference from the account. */
async function confirmed(
  client: PortalClient,
  {
    wantsMails = true,
    lang,
    service = 'hundesteuer' as 'hundesteuer' | 'fischereischein',
    email = ADDRESS,
    change = {},
  }: {
    wantsMails?: boolean | 'not asked';
    lang?: 'de' | 'en';
    service?: 'hundesteuer' | 'fischereischein';
    email?: string;
    change?: FormData;
  } = {},
): Promise<ProcessView> {
  const { id } = await fillIn(client, service, { change: { ...change, email } });
  const choice = wantsMails === 'not asked' ? {} : { wantsMails };
  const body = { ...(await confirmationOf(client, id, lang)), ...choice };
  const process = await client.call('completeProcess', {
    params: { id },
    query: { ...(lang && { lang }) },
    body,
  });
  return process.facts.conflictOpen ? complete(client, id) : process;
}

async function sent(client: PortalClient, options?: Parameters<typeof confirmed>[1]): Promise<ProcessView> {
  return submit(client, (await confirmed(client, options)).id);
}

/** The mail about an application that has arrived, once it is there. */
async function arrived(id: string, subject: RegExp, index = 0) {
  const { submission } = { submission: id };
  const found = () =>
    mail()
      .mails()
      .filter((one) => one.text.includes(submission) && subject.test(one.subject));
  await expect.poll(() => found().length, { timeout: 15_000 }).toBeGreaterThan(index);
  return found()[index]!;
}

describe('the confirmation', () => {
  it('has the ticket number of the application, and nothing of its content', async () => {
    const person = await anonymous();
    const process = await sent(person);
    const { ticketNumber } = process.result!;
    const letter = await arrived(ticketNumber, /^Ihr Antrag ist gesendet$/);
    expect(letter).toMatchObject({ to: ADDRESS, headers: { 'content-language': 'de' } });
    const { data } = await person
      .openForm({ params: { id: process.id }, query: {} })
      .catch(() => ({ data: {} }));
    for (const part of [letter.text, letter.html]) {
      expect(part).toMatch(TICKET);
      expect(part).toContain(offerOf('hundesteuer').title.de);
      expect(part).not.toContain(ADDRESS);
      for (const value of Object.values(data as object)) {
        if (typeof value === 'string' && value.length > 5) expect(part).not.toContain(value);
      }
      // Without an account there is no page to come back to.
      expect(part).not.toContain(portal.url);
    }
    expect(letter.subject + letter.text.slice(0, 120)).not.toMatch(/Hund/);
    await expect.poll(() => mailOf(person, process.id)).toEqual({ to: ADDRESS, state: 'sent' });
  });

  it('is in the language of the summary, and leads a person with an account to their area and the authority alone', async () => {
    const person = await loggedIn();
    const { result } = await sent(person, { lang: 'en' });
    const letter = await arrived(result!.ticketNumber, /^Your application has been sent$/);
    const links = [...letter.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual([offerOf('hundesteuer').authority.website, `${portal.url}/en/account`]);
    expect(letter.html).not.toMatch(/<(img|script|link|iframe)|url\(/);
    expect(letter.html).toContain('<html lang="en">');
  });

  it('is not sent to a person who declined, nor to one whom nobody asked', async () => {
    const person = await anonymous();
    const before = mail().mails().length;
    const declined = await sent(person, { wantsMails: false });
    const unasked = await sent(person, { wantsMails: 'not asked' });
    const last = await sent(person);
    await arrived(last.result!.ticketNumber, /gesendet/);
    const about = mail()
      .mails()
      .slice(before)
      .map(({ text }) => TICKET.exec(text)?.[0]);
    expect(about).toEqual([last.result!.ticketNumber]);
    for (const { id } of [declined, unasked]) expect(await mailOf(person, id)).toBeNull();
  });

  it('is not offered for an address that could be two', async () => {
    const person = await anonymous();
    const { id } = await fillIn(person, 'hundesteuer', { change: { email: '"a@b.example,c"@d.example' } });
    expect((await person.call('getSnapshot', { params: { id }, query: {} })).mail).toBeNull();
  });

  it('is tried again until the mail server takes it', async () => {
    const person = await anonymous();
    mail().behave('greylists');
    const before = mail().connections();
    const process = await sent(person);
    await expect.poll(() => mail().connections()).toBeGreaterThan(before + 1);
    expect(await mailOf(person, process.id)).toEqual({ to: ADDRESS, state: 'waiting' });
    mail().behave('works');
    await arrived(process.result!.ticketNumber, /gesendet/);
    await expect.poll(() => mailOf(person, process.id)).toEqual({ to: ADDRESS, state: 'sent' });
  });

  it('says on the page that it did not arrive, where there is no such address', async () => {
    const person = await anonymous();
    mail().behave('unknown');
    const before = mail().connections();
    const process = await sent(person);
    await expect.poll(() => mailOf(person, process.id)).toEqual({ to: ADDRESS, state: 'refused' });
    expect(mail().connections()).toBe(before + 1);
  });

  it('arrives although the application is erased with its session, and a restart lies between', async () => {
    const person = await anonymous();
    mail().behave('away');
    const { result } = await sent(person);
    await person.call('logout', {});
    await portal.kill();
    await portal.start();
    mail().behave('works');
    const { text } = await arrived(result!.ticketNumber, /gesendet/);
    expect(text).toContain('So geht es weiter');
  });

  it.each([
    ['de', false],
    ['en', true],
  ] as const)(
    'names what a person without an account has paid, owes and can ask, in %s, their session over: %s',
    async (lang, isOver) => {
      const person = await anonymous();
      mail().behave(isOver ? 'away' : 'works');
      const change = { knowledgeLater: true, knowledgeProof: [] };
      const open = await confirmed(person, { lang, service: 'fischereischein', change });
      const paid = await pay(person, open);
      const { result } = await settled(person, paid.id);
      const { label } = result!.owed!.documents[0]!;
      if (isOver) {
        await person.call('logout', {});
        mail().behave('works');
      }
      const { text, html } = await arrived(result!.ticketNumber, /^(Ihr Antrag|Your application)/);
      const [reference] = await storedRows(portal, (db) =>
        db.selectFrom('payment').select('reference').orderBy('createdAt', 'desc').execute(),
      );
      const { authority } = offerOf('fischereischein');
      const { name, phoneNumber, website, openingHours } = authority;
      const said = [text, html].map((it) => it.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '));
      for (const part of said) {
        for (const words of [
          ...(lang === 'de' ? [label] : []),
          lang === 'de' ? '60,00 €, Kassenzeichen' : '€60.00, payment reference',
          ...(isOver ? [] : [reference!.reference!]),
          `${name[lang]}, ${lang === 'de' ? 'Postfach' : 'P.O. box'} 11 52, 24099 Kiel`,
          `${authority.street} ${authority.streetNumber}, ${authority.postalCode} ${authority.city}`,
          phoneNumber,
          website!,
          openingHours![lang],
        ]) {
          expect(part).toContain(words);
        }
      }
    },
  );

  it('comes a second time, recognisable as the same, when the server dies before it has stored that it was sent', async () => {
    const person = await anonymous();
    mail().behave('withholds');
    const { result } = await sent(person);
    const first = await arrived(result!.ticketNumber, /gesendet/);
    await portal.kill();
    mail().behave('works');
    await portal.start();
    const second = await arrived(result!.ticketNumber, /gesendet/, 1);
    expect([second.messageId, second.text]).toEqual([first.messageId, first.text]);
    await expect.poll(waitingMails).toEqual([]);
    expect(
      mail()
        .mails()
        .filter(({ messageId }) => messageId === first.messageId),
    ).toHaveLength(2);
  });
});

describe('what a person must know', () => {
  it('is that a paid application could not be sent, once, and not that it was sent after all', async () => {
    const person = await loggedIn();
    const { destinationId } = offerOf('fischereischein').authority;
    await portal.delivery.setDestination(destinationId, 'inactive');
    const open = await confirmed(person, { service: 'fischereischein' });
    const paid = await pay(person, open);
    const failed = await settled(person, paid.id);
    expect(failed.status).toBe('SUBMIT_FAILURE');
    const { ticketNumber } = failed.submission!;
    const letter = await arrived(ticketNumber, /^Ihr Antrag ist noch nicht gesendet$/);
    expect(letter.text).toContain('Ihre Zahlung ist vermerkt');
    // The second failure is not true any more when its e-mail is sent.
    mail().behave('away');
    await submit(person, paid.id);
    await portal.delivery.setDestination(destinationId, 'active');
    expect((await submit(person, paid.id)).status).toBe('SUBMITTED');
    mail().behave('works');
    await arrived(ticketNumber, /^Ihr Antrag ist gesendet$/);
    const about = mail()
      .mails()
      .filter(({ text }) => text.includes(ticketNumber));
    expect(about).toHaveLength(2);
  });

  it('is that the authority could not take it', async () => {
    const person = await loggedIn();
    await portal.delivery.order({ rejectNext: true });
    const { result } = await sent(person);
    const letter = await arrived(result!.ticketNumber, /^Ihr Antrag ist nicht angekommen$/);
    expect(letter.text).toMatch(/Kundenservice/);
  });
});

describe('a draft that is about to be deleted', () => {
  const { draftRetentionDays } = offerOf('hundesteuer');
  const subject = /^Ihr Entwurf wird bald gelöscht$/;
  const reminders = () =>
    mail()
      .mails()
      .filter((one) => subject.test(one.subject));
  const listed = async (client: PortalClient, id: string) =>
    (await client.call('listDrafts', { query: {} })).find((one) => one.id === id)!;
  /** Lets days go by, and the work of a minute; the session ends with them. */
  async function pass(days: number): Promise<PortalClient> {
    await portal.passDays(days);
    await portal.passMinute();
    return loggedIn();
  }

  it('is announced once, three days before, unless it is continued or its owner has declined', async () => {
    const person = await loggedIn();
    const [told, declined, continued] = [
      await fillIn(person, 'hundesteuer', { change: { email: 'told@example.com' } }),
      await fillIn(person, 'hundesteuer', { change: { email: 'declined@example.com' } }),
      await fillIn(person, 'hundesteuer', { change: { email: 'continued@example.com' } }),
    ];
    expect((await listed(person, told.id)).mail).toEqual({ to: 'told@example.com', wanted: true });
    await person.call('chooseMails', { params: { id: declined.id }, body: { wanted: false } });
    expect((await listed(person, declined.id)).mail).toEqual({ to: 'declined@example.com', wanted: false });
    const before = reminders().length;
    const later = await pass(draftRetentionDays - 4);
    await later.call('touchProcess', { params: { id: continued.id } });
    await pass(1.5);
    await expect.poll(() => reminders().length, { timeout: 15_000 }).toBe(before + 1);
    const [reminder] = reminders().slice(before);
    expect(reminder).toMatchObject({ to: 'told@example.com' });
    expect(reminder!.text).toMatch(/Wird gelöscht: \d+\. \w+ \d{4} um \d\d:\d\d Uhr/);
    const last = await pass(0.5);
    expect(reminders()).toHaveLength(before + 1);
    for (const { id } of [told, declined, continued]) await last.call('deleteDraft', { query: { id } });
  });

  it('is not announced any more when it has been continued before the e-mail is sent', async () => {
    const person = await loggedIn();
    const { id } = await fillIn(person, 'hundesteuer', { change: { email: ADDRESS } });
    mail().behave('away');
    const before = reminders().length;
    const tries = mail().connections();
    const later = await pass(draftRetentionDays - 2);
    // One try has failed.
    await expect.poll(() => mail().connections()).toBeGreaterThan(tries);
    await later.call('touchProcess', { params: { id } });
    mail().behave('works');
    // Its next try is long over by then.
    const last = await pass(1);
    await expect.poll(async () => (await waitingMails()).length, { timeout: 15_000 }).toBe(0);
    expect(reminders()).toHaveLength(before);
    await last.call('deleteDraft', { query: { id } });
  });
});

it('an installation without a mail server promises nothing', async () => {
  await portal.stop();
  const none = { SMTP_URL: undefined, SMTP_USER: undefined, SMTP_PASSWORD: undefined, MAIL_FROM: undefined };
  await portal.start(none);
  const person = await anonymous();
  const before = mail().connections();
  const open = await confirmed(person);
  expect((await person.call('getSnapshot', { params: { id: open.id }, query: {} })).mail).toBeNull();
  const { id } = await submit(person, open.id);
  expect(await mailOf(person, id)).toBeNull();
  expect(mail().connections()).toBe(before);
  await portal.stop();
  await portal.start();
});

it('a confirmation is given up when its time is over', async () => {
  const person = await loggedIn();
  mail().behave('away');
  const process = await sent(person);
  await portal.passDays(3);
  await portal.passMinute();
  const again = await loggedIn();
  await expect.poll(() => mailOf(again, process.id)).toEqual({ to: ADDRESS, state: 'givenUp' });
});

it('no log has an address', () => {
  const security = readFileSync(`${portal.dataDir}/security.log`, 'utf8');
  expect(output).toContain('mail sent');
  for (const log of [output, security]) expect(log).not.toContain('petra.post');
});
