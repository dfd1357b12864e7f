import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf } from '#forms/components.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { complete, confirm, decide, fillIn, KIEL, offerOf } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { type Portal, startPortal } from './portal.ts';

let content: OwnContent;
let portal: Portal;

beforeAll(async () => {
  content = await ownContent();
  await content.set('bewohnerparkausweis', { mode: 'complete' });
  await content.set('wohngeld', { mode: 'start_or_complete', enableDataComparison: false });
  await content.set('meldebescheinigung', { mode: 'start', trustLevel: 'low' });
  portal = await startPortal({ contentDir: content.dir, environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

const person = async (choice: LoginChoice): Promise<PortalClient> => {
  const client = portal.client();
  await client.logIn(choice);
  return client;
};
const anonymous = async (): Promise<PortalClient> => {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
};
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
const read = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });
const dataOf = async (client: PortalClient, id: string) =>
  (await client.openForm({ params: { id }, query: {} })).data as FormData;
const conflictOf = (client: PortalClient, id: string, lang: 'de' | 'en' = 'de') =>
  client.call('getConflict', { params: { id }, query: { lang } });
const persist = (client: PortalClient, id: string) => client.call('persistProcess', { params: { id } });

/** The account's data of Petra Lindemann as somebody types it. */
const lindemann: FormData = {
  salutation: 'ms',
  givenName: 'Petra',
  familyName: 'Lindemann ',
  birthdate: '03/14/1978',
  email: 'Petra.Lindemann@example.org',
  phoneNumber: '0431 / 2312501',
  streetAddress: 'Holtenauer Str. 112',
  postalCode: '24105',
  locality: 'KIEL',
};

/** An application begun without an account, completed, then logged in. */
async function loggedInAtTheEnd(change: FormData, choice: LoginChoice = 'lindemann:eID') {
  const client = await anonymous();
  const { id } = await fillIn(client, 'bewohnerparkausweis', { change: { ...lindemann, ...change } });
  await complete(client, id);
  await client.logIn(choice, { processId: id });
  const process = await persist(client, id);
  return { client, id, process };
}

describe('a login at the end', () => {
  it('is no conflict where the person wrote the same in other words', async () => {
    const { client, id, process } = await loggedInAtTheEnd({});
    expect(process).toMatchObject({ status: 'COMPLETED', facts: { conflictOpen: false } });
    expect((await conflictOf(client, id)).differences).toEqual([]);
  });

  it('shows what differs, in both languages, with who says so', async () => {
    const { client, id, process } = await loggedInAtTheEnd({
      familyName: 'Linde',
      birthdate: '03/15/1978',
      phoneNumber: '',
    });
    expect(process.facts).toMatchObject({ conflictOpen: true, loginConfirmed: true });
    expect(await conflictOf(client, id)).toMatchObject({
      lang: 'de',
      source: { providerId: 'nkb', trustLevel: 'high', at: expect.stringMatching(/^20.*Z$/) },
      differences: [
        { key: 'familyName', label: 'Familienname', own: 'Linde', account: 'Lindemann', locked: false },
        { key: 'birthdate', own: '15.03.1978', account: '14.03.1978' },
      ],
    });
    const english = await conflictOf(client, id, 'en');
    expect(english.differences).toMatchObject([
      { key: 'familyName', label: 'Family name' },
      { key: 'birthdate', own: '15 Mar 1978', account: '14 Mar 1978' },
    ]);
    expect(english.hash).toBe((await conflictOf(client, id)).hash);
  });

  it('is told of in the summary when the account’s address lies outside the authority’s area', async () => {
    const { client, id } = await loggedInAtTheEnd({}, 'petersen:Elster');
    const missed = async () =>
      (await client.call('getSnapshot', { params: { id }, query: { lang: 'de' } })).missedArea;
    expect(await missed()).toBeNull();
    await decide(client, id, 'all');
    expect((await dataOf(client, id)).postalCode).toBe('23552');
    expect(await missed()).toBe('Kiel');
  });

  it('lets nobody pay or send before it is decided, and overwrites nothing', async () => {
    const { client, id, process } = await loggedInAtTheEnd({ familyName: 'Linde' });
    const pay = () =>
      client.call('startPayment', { params: { processId: id }, body: { version: process.version } });
    expect(await refusal(pay())).toMatchObject({ status: 409, code: 'status-conflict' });
    const send = () => client.call('submitProcess', { params: { id } });
    expect(await refusal(send())).toMatchObject({ status: 409, code: 'status-conflict' });
    expect((await dataOf(client, id)).familyName).toBe('Linde');
    const decided = await decide(client, id);
    expect(decided.facts.conflictOpen).toBe(false);
    const { redirectUrl } = await client.call('startPayment', {
      params: { processId: id },
      body: { version: decided.version },
    });
    expect(redirectUrl).not.toBeNull();
    expect((await dataOf(client, id)).familyName).toBe('Linde');
  });

  it('applied changes the data, which is confirmed again', async () => {
    const { client, id } = await loggedInAtTheEnd({ familyName: 'Linde', locality: 'Husum' });
    const applied = await decide(client, id, ['familyName']);
    expect(applied).toMatchObject({ status: 'EDITING', facts: { conflictOpen: false } });
    expect(await dataOf(client, id)).toMatchObject({ familyName: 'Lindemann', locality: 'Husum' });
    const again = await complete(client, id);
    // A person who has just logged in and made the requested changes need not log in again.
    expect(again).toMatchObject({
      status: 'COMPLETED',
      facts: { conflictOpen: false, loginConfirmed: true },
    });
  });
});

describe('an address', () => {
  const moved = { streetAddress: 'Muhliusstraße 3', postalCode: '24103' };

  it('is one decision, so that no street gets another’s postcode', async () => {
    const { client, id } = await loggedInAtTheEnd(moved);
    expect((await conflictOf(client, id)).differences).toMatchObject([
      {
        key: 'streetAddress',
        label: 'Straße und Hausnummer, Postleitzahl',
        own: 'Muhliusstraße 3, 24103',
        account: 'Holtenauer Straße 112, 24105',
      },
    ]);
    await decide(client, id, 'all');
    expect(await dataOf(client, id)).toMatchObject({
      streetAddress: 'Holtenauer Straße 112',
      postalCode: '24105',
    });
  });

  it('is refused in two halves', async () => {
    const { client, id } = await loggedInAtTheEnd(moved);
    const { version, hash } = await conflictOf(client, id);
    const body = { version, hash, apply: ['streetAddress'], keep: ['postalCode'], correct: [] };
    const halves = client.call('decideConflict', { params: { id }, body });
    expect(await refusal(halves)).toMatchObject({ code: 'input-invalid' });
  });

  it('that is kept stays whole, and is not asked for again', async () => {
    const { client, id } = await loggedInAtTheEnd(moved);
    expect((await decide(client, id, [], 'keep')).facts.conflictOpen).toBe(false);
    expect(await dataOf(client, id)).toMatchObject(moved);
  });

  it('is corrected as a whole: a part that becomes another one is not asked for again', async () => {
    const { client, id } = await loggedInAtTheEnd({ streetAddress: moved.streetAddress });
    const { version } = await decide(client, id);
    const data = { ...(await dataOf(client, id)), ...moved };
    await client.call('saveProgress', { params: { id }, body: { version, data, page: null } });
    expect((await confirm(client, id)).facts.conflictOpen).toBe(false);
  });

  it('of which a part changes later is asked for as a whole', async () => {
    const { client, id } = await loggedInAtTheEnd(moved);
    const { version } = await decide(client, id, [], 'keep');
    const data = { ...(await dataOf(client, id)), streetAddress: 'Muhliusstraße 5' };
    await client.call('saveProgress', { params: { id }, body: { version, data, page: null } });
    expect((await confirm(client, id)).facts.conflictOpen).toBe(true);
    expect((await conflictOf(client, id)).differences).toMatchObject([{ own: 'Muhliusstraße 5, 24103' }]);
  });
});

describe('a decision', () => {
  it('is not asked for again for the same two values, and is when the account changes', async () => {
    const { client, id } = await loggedInAtTheEnd({ locality: 'Husum' });
    await decide(client, id);
    await client.logIn('lindemann:eID', { processId: id });
    expect((await persist(client, id)).facts.conflictOpen).toBe(false);
    await client.logIn('lindemann:eID', { movedTo: 'Schleswig' });
    expect((await read(client, id)).facts.conflictOpen).toBe(true);
    expect((await conflictOf(client, id)).differences).toMatchObject([
      { own: 'Husum', account: 'Schleswig' },
    ]);
  });

  it('covers the correction it leads to, and is asked for again when the own entry changes later', async () => {
    const { client, id } = await loggedInAtTheEnd({ locality: 'Husum' });
    const { version } = await decide(client, id);
    const change = async (locality: string, version: number) => {
      const data = { ...(await dataOf(client, id)), locality };
      return client.call('saveProgress', { params: { id }, body: { version, data, page: null } });
    };
    await change('Flensburg', version);
    await complete(client, id);
    await client.logIn('lindemann:eID', { processId: id });
    const confirmed = await persist(client, id);
    expect(confirmed.facts.conflictOpen).toBe(false);
    await change('Heide', confirmed.version);
    // The changed entry is asked about again when it is confirmed.
    expect((await confirm(client, id)).facts.conflictOpen).toBe(true);
  });

  it('is about what the person has seen: another window or another login asks again', async () => {
    const { client, id } = await loggedInAtTheEnd({ locality: 'Husum' });
    const seen = await conflictOf(client, id);
    const as = (body: Partial<{ version: number; hash: string; apply: string[]; correct: string[] }>) =>
      refusal(
        client.call('decideConflict', {
          params: { id },
          body: { version: seen.version, hash: seen.hash, apply: ['locality'], correct: [], ...body },
        }),
      );
    expect(await as({ version: seen.version - 1 })).toMatchObject({ code: 'version-conflict' });
    expect(await as({ apply: [] })).toMatchObject({
      code: 'input-invalid',
      fields: [{ name: 'locality', reason: 'decide' }],
    });
    expect(await as({ correct: ['locality'] })).toMatchObject({ code: 'input-invalid' });
    await client.logIn('lindemann:eID', { movedTo: 'Schleswig' });
    expect(await as({})).toMatchObject({ code: 'version-conflict' });
    expect((await dataOf(client, id)).locality).toBe('Husum');
    await decide(client, id, 'all');
    expect((await dataOf(client, id)).locality).toBe('Schleswig');
    expect(await as({})).toMatchObject({ code: 'status-conflict' });
  });

  it('is not needed any more when the person writes what the account says', async () => {
    const client = await person('lindemann:eID');
    const { id } = await fillIn(client, 'bewohnerparkausweis', { change: lindemann });
    await client.logIn('lindemann:eID', { movedTo: 'Schleswig' });
    const { version, facts } = await read(client, id);
    expect(facts.conflictOpen).toBe(true);
    const data = { ...(await dataOf(client, id)), locality: 'schleswig' };
    await client.call('saveProgress', { params: { id }, body: { version, data, page: null } });
    expect((await read(client, id)).facts.conflictOpen).toBe(false);
  });
});

describe('a draft', () => {
  it('is compared when its person comes back with other data of the account', async () => {
    const client = await person('matthiesen:Benutzername');
    const { id, metadata, area } = await client.call('startProcess', {
      body: { metadataId: 'meldebescheinigung-kiel', area: '010020000000', lang: 'de' },
    });
    expect(metadata.enableDataComparison && area.key).toBe('010020000000');
    expect((await read(client, id)).facts.conflictOpen).toBe(false);
    expect(await dataOf(client, id)).toMatchObject({ familyName: 'Matthiesen', locality: 'Kiel' });

    const later = await person('matthiesen:eID');
    expect((await read(later, id)).facts.conflictOpen).toBe(true);
    expect((await dataOf(later, id)).familyName, 'nothing is overwritten').toBe('Matthiesen');
    expect((await conflictOf(later, id)).differences.map(({ label }) => label)).toEqual([
      'Familienname',
      'Straße und Hausnummer, Postleitzahl, Ort',
    ]);
  });

  it('is not settled by a login for another form, which asks the account for less', async () => {
    const client = await person('lindemann:Elster');
    const { id } = await fillIn(client, 'meldebescheinigung', { change: { ...lindemann, birthName: 'Voß' } });
    expect((await confirm(client, id)).facts.conflictOpen).toBe(true);
    const keys = (await conflictOf(client, id)).differences.map(({ key }) => key);
    expect(keys).toContain('birthName');
    const { leiKaId } = offerOf('hundesteuer');
    await client.logIn('lindemann:Elster', { redirect: `/formular?leiKaId=${leiKaId}&area=${KIEL}` });
    expect((await read(client, id)).facts.conflictOpen).toBe(true);
  });

  it('of a form that does not ask for a comparison is not compared', async () => {
    const client = await anonymous();
    const { id } = await fillIn(client, 'wohngeld', { change: { familyName: 'Linde' } });
    await client.logIn('lindemann:eID', { processId: id });
    expect((await persist(client, id)).facts.conflictOpen).toBe(false);
    await client.logIn('lindemann:eID', { movedTo: 'Schleswig' });
    expect((await read(client, id)).facts.conflictOpen).toBe(false);
    expect((await conflictOf(client, id)).differences).toEqual([]);
  });

  it('is closed with all it says of the account to everybody else', async () => {
    const { client, id, process } = await loggedInAtTheEnd({ familyName: 'Linde' });
    const { hash } = await conflictOf(client, id);
    for (const other of [await person('petersen:Elster'), await anonymous()]) {
      expect(await refusal(conflictOf(other, id))).toMatchObject({ status: 404 });
      const body = { version: process.version, hash, apply: ['familyName'], correct: [] };
      expect(await refusal(other.call('decideConflict', { params: { id }, body }))).toMatchObject({
        status: 404,
      });
    }
    // Another person in the same browser: the draft stays with the first.
    await client.logIn('petersen:Elster');
    expect(await refusal(conflictOf(client, id))).toMatchObject({ status: 404 });
  });
});

describe('a value that the form locks from a level on', () => {
  const start = (client: PortalClient) =>
    client.call('startProcess', {
      body: { metadataId: 'meldebescheinigung-kiel', area: '010020000000', lang: 'de' },
    });
  const lockedOf = async (client: PortalClient, id: string) => {
    const { form } = await client.openForm({ params: { id }, query: {} });
    const fields = fieldsOf((form as FormDefinition).components);
    const locked = fields.filter(({ disabled, properties }) => disabled && properties?.lockedFrom);
    return locked.map(({ key }) => key);
  };
  const save = async (client: PortalClient, id: string, change: FormData) => {
    const { version } = await read(client, id);
    const data = { ...(await dataOf(client, id)), ...change };
    return client.call('saveProgress', { params: { id }, body: { version, data, page: null } });
  };

  it('can be read and not changed after a login of that level', async () => {
    const client = await person('lindemann:eID');
    const { id } = await start(client);
    expect(await lockedOf(client, id)).toEqual(['givenName', 'familyName', 'birthdate']);
    for (const change of [{ familyName: 'Linde' }, { birthdate: '' }]) {
      const [name] = Object.keys(change);
      expect(await refusal(save(client, id, change))).toMatchObject({
        status: 400,
        code: 'input-invalid',
        fields: [{ name, reason: 'locked' }],
      });
    }
    await save(client, id, { locality: 'Husum' });
    expect(await dataOf(client, id)).toMatchObject({ familyName: 'Lindemann', locality: 'Husum' });
  });

  it('is open after a weaker login', async () => {
    const client = await person('lindemann:Elster');
    const { id } = await start(client);
    expect(await lockedOf(client, id)).toEqual([]);
    await save(client, id, { familyName: 'Linde' });
    expect((await dataOf(client, id)).familyName).toBe('Linde');
  });

  it('is taken from the account before anything is sent, and not without the person having seen it', async () => {
    const client = await person('matthiesen:Benutzername');
    const { id, version } = await fillIn(client, 'meldebescheinigung', {
      change: { givenName: 'Wiebke', familyName: 'Matthiesen', birthdate: '06/21/1990' },
    });
    const card = await person('matthiesen:eID');
    const { differences } = await conflictOf(card, id);
    expect(differences.find(({ key }) => key === 'familyName')).toMatchObject({
      own: 'Matthiesen',
      account: 'Brodersen',
      locked: true,
    });
    // The form that is open at the other device is not the newest any more.
    const body = { version, data: await dataOf(client, id), page: null };
    expect(await refusal(client.call('saveProgress', { params: { id }, body }))).toMatchObject({
      code: 'version-conflict',
    });
    const completed = await confirm(client, id);
    expect(completed).toMatchObject({ status: 'COMPLETED', facts: { conflictOpen: true } });
    const seen = await conflictOf(card, id);
    const keys = seen.differences.map(({ key }) => key);
    const keepAll = { version: seen.version, hash: seen.hash, apply: [], correct: keys };
    expect(await refusal(card.call('decideConflict', { params: { id }, body: keepAll }))).toMatchObject({
      code: 'input-invalid',
      fields: [{ name: 'familyName', reason: 'locked' }],
    });
    expect(await decide(card, id, ['familyName'])).toMatchObject({
      status: 'EDITING',
      facts: { conflictOpen: false },
    });
    expect((await dataOf(card, id)).familyName).toBe('Brodersen');
    expect((await complete(card, id)).facts.conflictOpen).toBe(false);
  });
});

describe('what is the account’s', () => {
  const markedIn = async (client: PortalClient, id: string) => {
    const { pages, source } = await client.call('getSnapshot', { params: { id }, query: {} });
    const marked = pages.flatMap(({ rows }) => rows).filter(({ fromAccount }) => fromAccount);
    return { marked: marked.map(({ path }) => path), source };
  };

  it('is marked in the summary, and stays as it was when it was confirmed', async () => {
    const { client, id } = await loggedInAtTheEnd({ familyName: 'Linde', phoneNumber: '' });
    await decide(client, id);
    const { marked, source } = await markedIn(client, id);
    expect(marked).toContain('streetAddress');
    expect(marked).not.toContain('familyName');
    expect(marked).not.toContain('phoneNumber');
    expect(source).toMatchObject({ providerId: 'nkb', trustLevel: 'high' });
  });

  it('is nothing without an account', async () => {
    const client = await anonymous();
    const { id } = await fillIn(client, 'bewohnerparkausweis', { change: lindemann });
    expect(await markedIn(client, id)).toEqual({ marked: [], source: null });
  });
});

it('a login on another device asks nothing about what was typed on purpose, as the account says the same', async () => {
  const client = await person('lindemann:eID');
  const { id } = await fillIn(client, 'bewohnerparkausweis', {
    change: { ...lindemann, familyName: 'Linde' },
  });
  expect((await read(client, id)).facts.conflictOpen).toBe(false);
  await person('lindemann:eID');
  expect((await read(client, id)).facts.conflictOpen).toBe(false);
  // After completion the conflict is asked about as always, and the summary before it says so.
  expect((await client.call('getSnapshot', { params: { id }, query: {} })).conflictAhead).toBe(true);
  expect((await confirm(client, id)).facts.conflictOpen).toBe(true);
  await decide(client, id);
  expect((await client.call('getSnapshot', { params: { id }, query: {} })).conflictAhead).toBeUndefined();
});

it('a summary announces no decision where none follows', async () => {
  const client = await person('lindemann:eID');
  const { id } = await fillIn(client, 'bewohnerparkausweis', { change: lindemann });
  expect((await client.call('getSnapshot', { params: { id }, query: {} })).conflictAhead).toBeUndefined();
  expect((await confirm(client, id)).facts.conflictOpen).toBe(false);
});
