import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { personalColumns } from '#server/kept/kept-page.ts';
import { openStorage } from '#server/storage/database.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { offerOf } from './applications.ts';
import { doEverything, logIn, own } from './everything.ts';
import { hiddenIn, logOperatorIn, postAsOperator } from './operator.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedProcess, storedRows } from './stored-rows.ts';
import { type Found, filledOf, findInDump } from './whole-dump.ts';

const { attributes } = DEMONSTRATION_PERSONS.find(({ id }) => id === 'lindemann')!;
/** Values of the account about the person, but for what many share; the birth date also as forms and people write it. */
const ofAccount = [
  ...Object.values(attributes).filter((value) => value.length > 4),
  '03/14/1978',
  '14.03.1978',
  'Petra Lindemann',
];
/** Texts that people write to the operators are stored in clear, for a year, or 30 days: in these columns, and in no other. */
const { feedback, search, ...sealed } = own;
const inWords = { 'feedback.text': feedback, 'daily_count.subject': search };

/** Digits that a hash may have as well. */
const SHORT = /^[0-9a-f]{1,8}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(texts)
      : [];

const known = personalColumns().map(({ table, column }) => `${table}.${column}`);

/**
 * Leaves a question to the payment provider, as a restore does that knows of a payment by the trail; the provider is
 * away from now on.
 * @returns its number at the provider
 */
async function leaveQuestion(portal: Portal): Promise<string> {
  portal.partners.payment.faults.set({ fault: 'down', requests: 1_000_000 });
  await portal.stop();
  const { db, close } = await openStorage({ dataDir: portal.dataDir });
  const [payment, transactionId, at] = [randomUUID(), randomUUID(), new Date()];
  const about = { process: randomUUID(), payment, attempt: 1, amountCents: 1000, endPointId: 'kiel' };
  const facts = { event: 'payment', ...about, transactionId, reference: 'R-1', at: at.toISOString() };
  await db
    .insertInto('unreconciled')
    .values({ kind: 'payment', id: payment, facts: JSON.stringify(facts), notedAt: at })
    .execute();
  await close();
  await portal.start();
  return transactionId;
}

/** Two operators note that the money of the only refund was returned. */
async function noteReturned(portal: Portal): Promise<void> {
  const address = '/betrieb/erstattung';
  const { paymentId } = await storedRows(portal, (db) =>
    db.selectFrom('refund').select('paymentId').executeTakeFirstOrThrow(),
  );
  for (const [choice, step] of [
    ['jensen:high', 'propose'],
    ['boysen:high', 'confirm'],
  ] as const) {
    const cookie = await logOperatorIn(portal, choice);
    const page = await fetch(`${portal.url}${address}?payment=${paymentId}`, { headers: { cookie } });
    const form = { ...hiddenIn(await page.text()), step, because: 'Kontoauszug 12' };
    expect((await postAsOperator(portal, cookie, form, address)).status).toBe(303);
  }
}

/** An operator pauses a service, and ends that. */
async function interrupt(portal: Portal, step: 'say' | 'end'): Promise<void> {
  const address = '/betrieb/unterbrechung';
  const what = `service:${offerOf('gewerbeanmeldung').leiKaId}`;
  const cookie = await logOperatorIn(portal, 'jensen:high');
  const query = new URLSearchParams({ what });
  const page = await (await fetch(`${portal.url}${address}?${query}`, { headers: { cookie } })).text();
  const seen = /name="seen" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const form = {
    what,
    step,
    seen,
    because: 'Das Formular ist falsch',
    de: 'Wir bessern nach.',
    en: 'We mend it.',
  };
  expect((await postAsOperator(portal, cookie, form, address)).status).toBe(303);
}

it('of a person and what they entered, every column has only what is promised, at every step until nothing is left', async () => {
  const portal = await startPortal({
    script: clockedServer,
    between: async (partners) => partners.operatorsEnvironment,
    environment: { LOG_LEVEL: 'fatal', REFUND_BY_TWO: 'true' },
  });
  try {
    const values = new Set<string>([...ofAccount, ...Object.values(sealed)]);
    const filled = new Set<string>();
    /** Looks at everything that is stored now: what is there of these values, and which columns have something. */
    const look = () =>
      storedRows(portal, async (db) => {
        for (const column of await filledOf(db, known)) filled.add(column);
        // Offers are public: what they name as well, such as the town, says nothing about a person.
        const offers = JSON.stringify(await db.selectFrom('keptOffer').select('offer').execute());
        const wanted = [...values].filter((value) => !offers.includes(value));
        return findInDump(db, [...wanted, ...Object.values(inWords)]);
      });
    const told = Object.entries(inWords).map(([column, value]) => ({ column, value }));
    const foundIn = (found: Found[]) => found.toSorted((a, b) => a.column.localeCompare(b.column));

    const columnsWith = async (some: readonly string[]) =>
      (await storedRows(portal, (db) => findInDump(db, some))).map(({ column }) => column);

    const { sent, refusedAt } = await doEverything(portal, async () => {
      expect(await look()).toEqual([]);
    });
    await noteReturned(portal);
    await interrupt(portal, 'say');
    const ids = await storedRows(portal, (db) => db.selectFrom('process').select('id').execute());
    const rows = await Promise.all(ids.map(({ id }) => storedProcess(portal, id)));
    // The ids of files, which say nothing, stay with the proof of delivery.
    const entered = rows
      .flatMap(({ data }) => texts(data))
      .filter((text) => text.length > 3 && /[A-Z0-9]/.test(text) && !ID.test(text) && !SHORT.test(text));
    expect(entered.length).toBeGreaterThan(40);
    for (const text of entered) values.add(text);

    // All of it is sealed or hashed, but for words to the operators.
    // Counts are stored every few seconds.
    await expect
      .poll(() => columnsWith([search]), { timeout: 60_000, interval: 1000 })
      .toEqual(['daily_count.subject']);
    const question = await leaveQuestion(portal);
    expect(foundIn(await look())).toEqual(foundIn(told));
    await interrupt(portal, 'end');

    // The authority refuses one of them, in its words.
    await portal.delivery.decide(refusedAt, 'reject');
    const person = portal.client();
    await logIn(person);
    const statusOf = async () =>
      (await person.call('listSent', { query: {} })).find(({ externalId }) => externalId === refusedAt)
        ?.status;
    await expect.poll(statusOf, { timeout: 120_000, interval: 500 }).toBe('PROCESSING_ERROR');
    const numbers = await storedRows(portal, async (db) => {
      const submissions = await db.selectFrom('submission').select(['ticketNumber', 'messageId']).execute();
      const payments = await db.selectFrom('payment').select(['transactionId', 'reference']).execute();
      return [...submissions, ...payments].flatMap((row) => Object.values(row)).filter((one) => one !== null);
    });
    const ofClerk = 'Rejected by the clerk';
    const inClear = [...numbers, question, ofClerk];
    // The search finds what is there in clear, where the table of what is kept says it.
    const clear = await columnsWith(inClear);
    expect(clear).toEqual(
      expect.arrayContaining([
        'submission.ticket_number',
        'submission.events',
        'payment.transaction_id',
        'refund.transaction_id',
        'unreconciled.facts',
      ]),
    );
    expect(clear.filter((column) => !known.includes(column))).toEqual([]);
    expect(foundIn(await look())).toEqual(foundIn(told));

    // The sessions are over, and with them what was sent without an account. The draft is, and the documents are.
    const { draftRetentionDays, downloadRetentionDays, sentRetentionDays } = offerOf('wohngeld');
    await portal.passDays(Math.max(draftRetentionDays, downloadRetentionDays) + 0.1);
    await portal.passMinute();
    await portal.passMinute();
    expect((await look()).map(({ value }) => value)).toEqual([feedback]);

    // Every column about people had something in it until now, so that the search could have found it.
    expect(known.filter((column) => !filled.has(column))).toEqual([]);

    // The entry tells the person what they sent.
    const later = portal.client();
    await logIn(later);
    expect((await later.call('listSent', { query: {} })).map(({ id }) => id).sort()).toEqual(
      [...sent].sort(),
    );
    for (const id of sent) {
      expect(await later.call('getProcess', { params: { id }, query: {} })).toMatchObject({
        status: 'SUBMITTED',
      });
    }

    await portal.passDays(sentRetentionDays);
    await portal.passMinute();
    // Payments go once their application is gone.
    await portal.passMinute();
    // What was handed over, or paid back, has an end of its own.
    const ofPayments = ['refund.transaction_id', 'refund.reference'];
    const ofHandovers = ['handover.ticket_number'];
    expect(
      (await columnsWith(inClear)).filter((one) => ![...ofPayments, ...ofHandovers].includes(one)),
    ).toEqual([]);

    // A day after their last application, the person is looked for.
    await portal.passDays(366);
    await portal.passMinute();
    await portal.passMinute();
    expect(await look()).toEqual([]);
    expect(new Set(await columnsWith(inClear))).toEqual(new Set(ofPayments));

    await portal.passDays(3650);
    await portal.passMinute();
    expect(await columnsWith(inClear)).toEqual([]);
    // Nothing about a person has a row left; figures without persons, and public offers, may.
    const tables = [...new Set(known.map((column) => column.split('.')[0]!))];
    const left = await storedRows(portal, async (db) => {
      const names = await filledOf(db, known);
      return names.map((name) => name.split('.')[0]!);
    });
    expect(tables.filter((table) => left.includes(table))).toEqual([]);
  } finally {
    await portal.close();
  }
});
