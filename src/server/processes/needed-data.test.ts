import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userDataFields } from '#domain/user-data.ts';
import { formOf as definitionOf } from '#forms/testing/form.ts';
import type { ServerContext } from '#server/context.ts';
import type { UserDataSources } from '#server/ports/identity.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { scopesFor } from './needed-data.ts';

const now = new Date('2026-11-20T12:00:00Z');
const KIEL = '010020000000';
let storage: Storage;

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

const asking = (...fields: string[]) => {
  const de = definitionOf(
    ...fields.map((prefill) => ({
      type: 'textfield',
      key: prefill,
      label: prefill,
      input: true,
      properties: { prefill },
    })),
  );
  return { fmsType: 'FORMIO', definition: { de, en: de } };
};
const offer = (metadataId: string, leiKaId: string) => ({
  metadataId,
  leiKaId,
  fmsFormId: metadataId,
  areas: [KIEL],
  isDeprecated: false,
  enableDataComparison: metadataId === 'fish',
});
const context = () =>
  ({
    storage,
    content: () => ({
      metadata: new Map([
        ['dog', offer('dog', '1')],
        ['fish', offer('fish', '2')],
      ]),
      forms: new Map([
        ['dog', asking('familyName', 'email')],
        ['fish', asking('familyName', 'birthdate')],
      ]),
    }),
  }) as unknown as ServerContext;
/** A provider that makes names of two of its own, and has no e-mail address. */
const sources: UserDataSources = {
  ...(Object.fromEntries(userDataFields.map((field) => [field, []])) as unknown as UserDataSources),
  familyName: ['surname', 'birthName'],
  birthdate: ['birthdate'],
};
const needed = (page: string) => scopesFor(context(), { page }, sources, null);

async function application(metadataId: string): Promise<string> {
  const row = processRow(now, { metadataId });
  await storage.db.insertInto('process').values(row).execute();
  return row.id;
}

describe('a login asks for no more than the form of the page needs', () => {
  it.each(['/formular', '/en/form'])('that of the application: %s', async (page) => {
    expect(await needed(`${page}?id=${await application('dog')}`)).toEqual(['surname', 'birthName']);
    expect(await needed(`${page}?id=${await application('fish')}`)).toEqual([
      'surname',
      'birthName',
      'birthdate',
    ]);
  });

  it('that which is about to be started', async () => {
    expect(await needed(`/formular?leiKaId=1&area=${KIEL}`)).toEqual(['surname', 'birthName']);
    expect(await needed(`/formular?leiKaId=2&area=${KIEL}`)).toContain('birthdate');
  });
});

describe('a login asks for what any form needs, each once', () => {
  const all = ['surname', 'birthName', 'birthdate'];

  it.each([
    ['on another page', '/nutzerkonto'],
    ['on the home page', '/'],
    ['at a place where the service is not offered', '/formular?leiKaId=1&area=010010000000'],
    ['where no service is named', `/formular?area=${KIEL}`],
    ['where no place is named', '/formular?leiKaId=1'],
    ['where the id is none', "/formular?id=' or 1=1"],
    ['for an application that does not exist', '/formular?id=0b5c9d1e-6f0e-4a52-9d3c-0a8f2c1d7e11'],
  ])('%s', async (_where, page) => {
    expect(await needed(page)).toEqual(all);
  });

  it('for an application whose form is gone', async () => {
    expect(await needed(`/formular?id=${await application('gone')}`)).toEqual(all);
  });
});

describe('names that the browser chooses', () => {
  const chosen = async (page: string, processId?: string) =>
    scopesFor(context(), { page, processId }, sources, ['country']);

  it('are all that is asked for where nothing is compared', async () => {
    expect(await chosen(`/formular?leiKaId=1&area=${KIEL}`)).toEqual(['country']);
    expect(await chosen('/nutzerkonto')).toEqual(['country']);
  });

  it('come beside what the form compares: that of the page, and that of the application', async () => {
    const all = ['country', 'surname', 'birthName', 'birthdate'];
    expect(await chosen(`/formular?leiKaId=2&area=${KIEL}`)).toEqual(all);
    expect(await chosen('/nutzerkonto', await application('fish'))).toEqual(all);
  });
});
