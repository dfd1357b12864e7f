import { expect, it } from 'vitest';
import { personalColumns } from '#server/kept/kept-page.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { complete, decide, fillIn, offerOf, pay, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedProcess, storedRows } from './stored-rows.ts';
import { findInDump } from './whole-dump.ts';

const { attributes } = DEMONSTRATION_PERSONS.find(({ id }) => id === 'lindemann')!;
/** Values of the account about the person, but for what many share; the birth date also as forms and people write it. */
const ofAccount = [
  ...Object.values(attributes).filter((value) => value.length > 4),
  '03/14/1978',
  '14.03.1978',
  'Petra Lindemann',
];

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(texts)
      : [];

const logIn = async (client: PortalClient, processId?: string) =>
  expect(await client.logIn('lindemann:eID', { trustLevel: 'substantial', processId })).toContain(
    'login=SUCCESS',
  );

/** A paid application with the notice to the postbox, one that took over an anonymous one, and one without an account. */
async function sendAll(portal: Portal) {
  const client = portal.client();
  await logIn(client);
  const certificate = await fillIn(client, 'meldebescheinigung');
  const completed = await complete(client, certificate.id);
  const chosen = await client.call('chooseNotice', {
    params: { id: certificate.id },
    body: { version: completed.version, electronicNoticeDelivery: true },
  });
  expect(await pay(client, chosen)).toMatchObject({ payment: { state: 'paid' } });

  const other = portal.client();
  await other.call('openPseudo', { body: { locale: 'de' } });
  const benefit = await fillIn(other, 'wohngeld');
  await complete(other, benefit.id);
  await logIn(other, benefit.id);
  await other.call('persistProcess', { params: { id: benefit.id } });
  const decided = await decide(other, benefit.id);
  await other.call('chooseNotice', {
    params: { id: benefit.id },
    body: { version: decided.version, electronicNoticeDelivery: true },
  });
  expect(await submit(other, benefit.id)).toMatchObject({ status: 'SUBMITTED' });

  const nobody = portal.client();
  await nobody.call('openPseudo', { body: { locale: 'de' } });
  const dog = await fillIn(nobody, 'hundesteuer');
  await complete(nobody, dog.id);
  expect(await submit(nobody, dog.id)).toMatchObject({ status: 'SUBMITTED' });

  // One draft is left behind as well.
  await fillIn(client, 'hundesteuer');
  return [certificate.id, benefit.id];
}

it('of a person and what they entered, every column has only what is promised, at every step until nothing is left', async () => {
  const portal = await startPortal({ script: clockedServer, environment: { LOG_LEVEL: 'fatal' } });
  try {
    const sent = await sendAll(portal);
    const ids = await storedRows(portal, (db) => db.selectFrom('process').select('id').execute());
    const rows = await Promise.all(ids.map(({ id }) => storedProcess(portal, id)));
    // The ids of files, which say nothing, stay with the proof of delivery.
    const entered = rows
      .flatMap(({ data }) => texts(data))
      .filter((text) => text.length > 3 && /[A-Z0-9]/.test(text) && !ID.test(text));
    expect(entered.length).toBeGreaterThan(40);
    // Offers are public: what they name as well, such as the town, says nothing about a person.
    const offers = await storedRows(portal, (db) => db.selectFrom('keptOffer').select('offer').execute());
    const isPublic = (value: string) => JSON.stringify(offers).includes(value);
    const values = [...new Set([...ofAccount, ...entered])].filter((value) => !isPublic(value));
    expect(values.length).toBeGreaterThan(40);
    const found = () => storedRows(portal, (db) => findInDump(db, values));

    // All of it is sealed or hashed. The search finds what is there in clear, where the table of what is kept says it.
    expect(await found()).toEqual([]);
    const [{ ticketNumber } = { ticketNumber: '' }] = await storedRows(portal, (db) =>
      db.selectFrom('submission').select('ticketNumber').execute(),
    );
    const inClear = (await storedRows(portal, (db) => findInDump(db, [ticketNumber]))).map(
      ({ column }) => column,
    );
    expect(inClear).toContain('submission.ticket_number');
    const known = personalColumns().map(({ table, column }) => `${table}.${column}`);
    expect(inClear.filter((column) => !known.includes(column))).toEqual([]);

    // The sessions are over, and with them what was sent without an account. The draft is, and the documents are.
    const { draftRetentionDays, downloadRetentionDays, sentRetentionDays } = offerOf('wohngeld');
    await portal.passDays(Math.max(draftRetentionDays, downloadRetentionDays) + 0.1);
    await portal.passMinute();
    await portal.passMinute();
    expect(await found()).toEqual([]);

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
    const numbers = await storedRows(portal, (db) =>
      db.selectFrom('submission').select('ticketNumber').execute(),
    );
    expect(numbers).toEqual([]);

    // A day after their last application, the person is looked for.
    await portal.passDays(1.1);
    await portal.passMinute();
    expect(await found()).toEqual([]);
    const left = await storedRows(portal, async (db) => ({
      people: await db.selectFrom('appUser').selectAll().execute(),
      processes: await db.selectFrom('process').select('id').execute(),
      payments: await db.selectFrom('payment').select('id').execute(),
      journal: await db.selectFrom('journal').select('id').execute(),
      notes: await db.selectFrom('expiredDraft').selectAll().execute(),
    }));
    expect(left).toEqual({ people: [], processes: [], payments: [], journal: [], notes: [] });
  } finally {
    await portal.close();
  }
});
