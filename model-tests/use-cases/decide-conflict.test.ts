import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDifferences } from '#server/processes/account.ts';
import { differencesHash } from '#server/processes/differences-hash.ts';
import type { Session } from '#server/sessions/session.ts';
import { decideConflict } from '#server/use-cases/decide-conflict.ts';
import { confirm, fillIn, logIn, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const account = { givenName: 'Petra', familyName: 'Lindemann' };
const asked = async (id: string) =>
  openDifferences(server.context, await stored(server.context, id)).map(({ key }) => key);

/** Keeps, or applies, these fields, and decides nothing about others. */
async function decide(session: Session, id: string, how: 'keep' | 'apply' | 'correct', keys: string[]) {
  const { context } = server;
  const row = await stored(context, id);
  const hash = differencesHash(openDifferences(context, row));
  const decided = { keep: [], apply: [], correct: [], [how]: keys };
  return decideConflict(context, session, id, { version: row.version, hash, ...decided });
}

async function inConflict() {
  const session = await logIn(server.context, 'petra', account);
  const filled = await fillIn(server.context, session, 'bewohnerparkausweis');
  const { id } = await confirm(server.context, session, filled);
  expect(await asked(id)).toEqual(['givenName', 'familyName']);
  return { session, id };
}

it('keeps own values, and asks about them no more', async () => {
  const { session, id } = await inConflict();
  await decide(session, id, 'keep', ['givenName', 'familyName']);
  const { context, data } = await stored(server.context, id);
  expect(context).toMatchObject({ conflictOpen: false });
  expect(data).toMatchObject({ givenName: 'Łucja Zoë', familyName: 'Muñoz-Ḫasan' });
});

it('forgets no earlier decision when another one is asked for', async () => {
  const { session, id } = await inConflict();
  await decide(session, id, 'keep', ['givenName', 'familyName']);
  const again = await logIn(server.context, 'petra', { ...account, familyName: 'Lindemann-Voß' }, session);
  expect(await asked(id)).toEqual(['familyName']);
  await decide(again, id, 'keep', ['familyName']);
  expect(await asked(id)).toEqual([]);
  const { decisions } = await stored(server.context, id);
  expect(decisions?.map(({ key, account }) => [key, account])).toEqual([
    ['givenName', 'Petra'],
    ['familyName', 'Lindemann-Voß'],
  ]);
});

it('applies values of the account, which are to be confirmed again', async () => {
  const { session, id } = await inConflict();
  await decide(session, id, 'apply', ['givenName', 'familyName']);
  const { status, data, confirmedHash } = await stored(server.context, id);
  expect([status, confirmedHash]).toEqual(['EDITING', null]);
  expect(data).toMatchObject(account);
});

it('refuses half a decision, and one about values that were not shown', async () => {
  const { session, id } = await inConflict();
  await expect(decide(session, id, 'keep', ['givenName'])).rejects.toMatchObject({
    code: 'input-invalid',
    details: { fields: [{ name: 'familyName', reason: 'decide' }] },
  });
  const { version } = await stored(server.context, id);
  const unseen = { version, hash: 'other', apply: [], keep: ['givenName', 'familyName'], correct: [] };
  await expect(decideConflict(server.context, session, id, unseen)).rejects.toThrow('version-conflict');
  expect(await asked(id)).toHaveLength(2);
});
