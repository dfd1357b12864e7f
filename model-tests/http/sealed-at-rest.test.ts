import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { visitAccount } from '#stand-ins/identity/visit.ts';
import { confirmationOf, decide, fillIn, KIEL, offerOf, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';
import { findInDump } from './whole-dump.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(() => portal?.close());

const { attributes } = DEMONSTRATION_PERSONS.find(({ id }) => id === 'lindemann')!;
const ADDRESS = 'sealed.petra@example.com';
/** Tables with what is about people and belongs to no application. */
const TABLES = ['session', 'account_session', 'app_user', 'login_state', 'handover', 'mail'];

/** A login that has come back from the account, and that no browser has redeemed; another one is begun. */
async function beginLogins(client: PortalClient): Promise<void> {
  const begin = () =>
    client.call('requestSamlLogin', {
      query: {
        providerId: 'nkb',
        redirect: '/nutzerkonto',
        cancelUrl: '/nutzerkonto',
        locale: 'de',
        timezone: 'Europe/Berlin',
        trustLevel: 'low',
        forceNew: 'false',
      },
    });
  const answer = await visitAccount(await begin(), 'lindemann:eID', {});
  await fetch(answer.url, { method: 'POST', body: new URLSearchParams(answer.fields), redirect: 'manual' });
  await begin();
}

it('what is about people is nowhere in clear while they are logged in, log in, are handed over and are to be written to', async () => {
  portal.partners.mail.behave('away');
  const client = portal.client();
  await client.logIn('lindemann:eID');
  await beginLogins(portal.client());
  const { id } = await fillIn(client, 'hundesteuer', { change: { email: ADDRESS } });
  const body = { ...(await confirmationOf(client, id)), wantsMails: true };
  const { facts } = await client.call('completeProcess', { params: { id }, query: {}, body });
  if (facts.conflictOpen) await decide(client, id);
  expect(await submit(client, id)).toMatchObject({
    status: 'SUBMITTED',
    result: { mail: { state: 'waiting' } },
  });
  const service = { leiKaId: offerOf('hundesteuer').leiKaId, regionalKey: KIEL };
  const { address } = await portal.partners.neighbour.send({ service, kind: 'data', locale: 'de' });
  expect(address).toContain('handover=');

  // The data of the neighbour's person, and what Petra's account and form say about her.
  const values = [
    ...Object.values(attributes).filter((value) => value.length > 4),
    'Petra Lindemann',
    ADDRESS,
    'Petersen-Wölk',
  ];
  const { found, rows } = await storedRows(portal, async (db) => ({
    found: await findInDump(db, values),
    rows: {
      session: await db.selectFrom('session').select('id').where('userId', 'is not', null).execute(),
      accountSession: await db.selectFrom('accountSession').select('id').execute(),
      person: await db.selectFrom('appUser').select('id').execute(),
      relay: await db.selectFrom('loginState').select('key').where('key', 'like', 'relay:%').execute(),
      ticket: await db.selectFrom('loginState').select('key').where('key', 'like', 'ticket:%').execute(),
      handover: await db.selectFrom('handover').select('id').where('data', 'is not', null).execute(),
      mail: await db.selectFrom('mail').select('id').where('recipient', 'is not', null).execute(),
    },
  }));
  // All of it is there to be found.
  const counts = Object.entries(rows).map(([name, { length }]) => [name, length]);
  expect(counts.filter(([, count]) => count === 0)).toEqual([]);
  expect(found.filter(({ column }) => TABLES.includes(column.split('.')[0]!))).toEqual([]);
});
