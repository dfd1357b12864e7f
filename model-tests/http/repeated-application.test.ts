import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceName } from './applications.ts';
import { complete, fillIn, KIEL, offerOf, pay, settled, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';

/** A sent application whose answers its person takes into a new one. */

let content: OwnContent;
let portal: Portal;
let person: PortalClient;

beforeAll(async () => {
  content = await ownContent();
  portal = await startPortal({
    contentDir: content.dir,
    script: clockedServer,
    environment: { LOG_LEVEL: 'fatal' },
  });
  person = portal.client();
  await person.logIn('lindemann:eID');
});
afterEach(() => portal.partners.scanner.behave('works'));
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
async function nobody(): Promise<PortalClient> {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
}
async function send(client: PortalClient, service: ServiceName = 'hundesteuer'): Promise<string> {
  const { id } = await fillIn(client, service);
  const { version, ...completed } = await complete(client, id);
  if (completed.facts.noticeAllowed) {
    const body = { version, electronicNoticeDelivery: false };
    await client.call('chooseNotice', { params: { id }, body });
  }
  if (completed.facts.feeCents === 0) await submit(client, id);
  else {
    await pay(client, { ...completed, version });
    await settled(client, id);
  }
  return id;
}
const again = (client: PortalClient, id: string) =>
  client.call('repeatApplication', { params: { id }, body: { lang: 'de' } });
const dataOf = async (client: PortalClient, id: string) =>
  (await client.openForm({ params: { id }, query: {} })).data as Record<string, unknown>;
const standingOf = async (client: PortalClient, id: string) =>
  (await client.call('listSent', { query: {} })).find((sent) => sent.id === id)?.repeat;
const isFile = (value: unknown): value is { id: string; name: string }[] =>
  Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null && 'size' in value[0];

/** Loads the changed content, and waits until it counts. */
async function reload(counts: () => Promise<unknown>): Promise<void> {
  portal.reloadContent();
  await expect.poll(counts, { timeout: 120_000 }).toBe(true);
}
/** Swaps the places of two authorities, or takes the offer for a place away. */
const housing = async (change: (text: string) => string, ...files: string[]) => {
  for (const file of files) await content.edit(`services/wohngeld/${file}`, change);
};
const inKiel = (authority: string) => `{ "authority": "${authority}", "areas": ["010020000000"] }`;
const inLuebeck = (authority: string) => `{ "authority": "${authority}", "areas": ["010030000000"] }`;

describe('an application that was sent', () => {
  it('becomes a draft with its answers and copies of its files, and stays as it is', async () => {
    const id = await send(person);
    const before = await dataOf(person, id);
    expect(await standingOf(person, id)).toBe('possible');
    const { process, ...told } = await again(person, id);
    const files = Object.values(before).filter(isFile).flat();
    expect(files.length).toBeGreaterThan(0);
    expect(told).toEqual({ changed: false, page: null, dropped: 0, files: files.length, filesLeft: [] });
    expect([process.status, process.metadata.leiKaId, process.area.key, process.facts.paidCents]).toEqual([
      'EDITING',
      offerOf('hundesteuer').leiKaId,
      KIEL,
      0,
    ]);
    const data = await dataOf(person, process.id);
    const named = (of: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(of).map(([key, value]) => [
          key,
          isFile(value) ? value.map(({ name }) => name) : value,
        ]),
      );
    expect(named(data)).toMatchObject(named(before));
    const copies = Object.values(data).filter(isFile).flat();
    expect(copies.map((file) => file.id)).not.toEqual(files.map((file) => file.id));
    expect(await dataOf(person, id)).toEqual(before);
    // Nothing keeps the new one from being sent: the confirmation is made anew.
    expect((await complete(person, process.id)).status).toBe('COMPLETED');
    expect((await submit(person, process.id)).result?.ticketNumber).not.toBe(
      (await person.call('getProcess', { params: { id }, query: {} })).result?.ticketNumber,
    );
  });

  it('becomes a draft for each time it is asked for, each with files of its own', async () => {
    const id = await send(person);
    const both = await Promise.all([again(person, id), again(person, id)]);
    const drafts = both.map(({ process }) => process.id);
    expect(new Set(drafts).size).toBe(2);
    const listed = (await person.call('listDrafts', { query: {} })).map((draft) => draft.id);
    expect(listed).toEqual(expect.arrayContaining(drafts));
    const [one, other] = await Promise.all(drafts.map((draft) => dataOf(person, draft)));
    const idsOf = (of: Record<string, unknown>) =>
      Object.values(of)
        .filter(isFile)
        .flat()
        .map((file) => file.id);
    expect(idsOf(one!).length).toBeGreaterThan(0);
    expect(idsOf(other!)).toHaveLength(idsOf(one!).length);
    // What happens to one of them does not happen to the other.
    await person.call('deleteDraft', { query: { id: drafts[0]! } });
    expect((await complete(person, drafts[1]!)).status).toBe('COMPLETED');
    expect((await submit(person, drafts[1]!)).status).toBe('SUBMITTED');
  });

  it('with a fee has to be paid again', async () => {
    const { process } = await again(person, await send(person, 'fischereischein'));
    expect(process.facts).toMatchObject({ paidCents: 0, acknowledged: false, loginConfirmed: false });
    expect(process.payment).toBeNull();
  });

  it('without an account is repeated by its own session alone', async () => {
    const owner = await nobody();
    const id = await send(owner);
    const { process } = await again(owner, id);
    expect(process.facts.hasUser).toBe(false);
    for (const stranger of [await nobody(), person])
      expect(await problemOf(again(stranger, id))).toMatchObject({ status: 404, code: 'not-found' });
    expect(await problemOf(again(portal.client(), id))).toMatchObject({ code: 'login-required' });
  });

  it('stays closed to its person below the level that it was made with', async () => {
    const id = await send(person);
    const weak = portal.client();
    await weak.logIn('lindemann:Benutzername');
    const before = await weak.call('listDrafts', { query: {} });
    expect(await problemOf(again(weak, id))).toMatchObject({ status: 403, code: 'trust-level-too-low' });
    expect(await weak.call('listDrafts', { query: {} })).toEqual(before);
  });

  it('names the files that cannot be scanned now, which are not in the draft', async () => {
    const id = await send(person);
    portal.partners.scanner.behave('silent');
    const { process, files, filesLeft } = await again(person, id);
    expect([files, filesLeft.length > 0]).toEqual([0, true]);
    expect(Object.values(await dataOf(person, process.id)).filter(isFile)).toEqual([]);
  });

  it('that is not sent is not repeated', async () => {
    const { id } = await fillIn(person, 'hundesteuer');
    expect(await problemOf(again(person, id))).toMatchObject({ status: 409, code: 'status-conflict' });
  });
});

describe('an offer that has changed', () => {
  it('in its form drops what the form does not know, says so, and begins where something is missing', async () => {
    const id = await send(person);
    const had = await dataOf(person, id);
    expect(had.dogColour).toBeTruthy();
    const rename = async (from: string, to: string) => {
      for (const name of ['form.json', 'form.en.json'])
        await content.edit(`services/hundesteuer/${name}`, (text) => text.replaceAll(`"${from}"`, `"${to}"`));
    };
    const isChanged = async () => {
      const { process, changed } = await again(person, id);
      await person.call('deleteDraft', { query: { id: process.id } });
      return changed;
    };
    await rename('dogColour', 'colourOfTheDog');
    await reload(isChanged);
    const { process, changed, dropped, page } = await again(person, id);
    expect([changed, dropped, process.page, page]).toEqual([true, 1, 'dog', expect.any(String)]);
    const data = await dataOf(person, process.id);
    expect(data).not.toHaveProperty('dogColour');
    expect(data.dogName).toBe(had.dogName);
    await rename('colourOfTheDog', 'dogColour');
    await reload(async () => !(await isChanged()));
  });

  it('to another authority at the place goes to that one, and is refused once none has it', async () => {
    const id = await send(person, 'wohngeld');
    expect(await standingOf(person, id)).toBe('possible');
    const swapped = (text: string) =>
      text.replace(inKiel('kiel'), inKiel('luebeck')).replace(inLuebeck('luebeck'), inLuebeck('kiel'));
    await housing(swapped, 'service.json', 'metadata.json');
    await reload(async () => {
      const { process } = await again(person, id);
      await person.call('deleteDraft', { query: { id: process.id } });
      return process.metadataId === 'wohngeld-luebeck';
    });
    const { process, changed } = await again(person, id);
    expect([process.metadata.authority.id, process.area.key, changed]).toEqual(['luebeck', KIEL, true]);

    await housing((text) => text.replace(`${inKiel('luebeck')},`, ''), 'metadata.json');
    await reload(async () => (await standingOf(person, id)) === 'notOffered');
    expect(await problemOf(again(person, id))).toMatchObject({ status: 404, code: 'form-not-found' });
  });
});

it('answers that were erased are not taken, and that is said', async () => {
  const id = await send(person, 'fischereischein');
  const drafts = (await person.call('listDrafts', { query: {} })).length;
  await portal.passDays(200);
  const later = portal.client();
  await later.logIn('lindemann:eID');
  expect(await standingOf(later, id)).toBe('answersErased');
  expect(await problemOf(again(later, id))).toMatchObject({ status: 410, code: 'answers-erased' });
  expect((await later.call('listDrafts', { query: {} })).length).toBeLessThanOrEqual(drafts);
});
