import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Session } from '#server/sessions/session.ts';
import { startApplication } from '#server/use-cases/start-application.ts';
import { KIEL, logIn, nobodysSession, offerOf } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let session: Session;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  session = await nobodysSession(server.context);
});

type Input = Parameters<typeof startApplication>[2];
const start = (about: Partial<Input> = {}, by = session) =>
  startApplication(server.context, by, {
    metadataId: 'hundesteuer-kiel',
    area: KIEL,
    locale: 'de',
    counted: false,
    ...about,
  });
const count = async () =>
  (await server.context.storage.db.selectFrom('process').select('id').execute()).length;

it('begins an application of its session, with the values of the account', async () => {
  const person = await logIn(server.context, 'petra', { givenName: 'Petra', familyName: 'Lindemann' });
  const row = await start({ metadataId: offerOf(server.context, 'bewohnerparkausweis').metadataId }, person);
  expect(row).toMatchObject({ status: 'CREATED', version: 1, userId: person.userId, areaKey: KIEL });
  expect(row.data).toMatchObject({ givenName: 'Petra', familyName: 'Lindemann' });
});

it.each([
  ['a form that is withdrawn', { isDeprecated: true }, {}, 'form-not-found'],
  ['an unknown form', {}, { metadataId: 'none' }, 'form-not-found'],
  ['a unit that the form does not know', {}, { unit: 'none' }, 'form-not-found'],
  ['an unknown place', {}, { area: '020000000000' }, 'place-not-covered'],
  ['a place where it is not offered', { areas: ['01001'] as string[] }, {}, 'place-not-covered'],
  ['no place where there are several', {}, { area: undefined }, 'place-required'],
  ['data that the form does not have', {}, { externalProcessData: { dogName: 3 } as never }, 'form-invalid'],
] as const)('begins nothing for %s', async (_, offer, input, code) => {
  const { context } = server;
  const content = context.content();
  const metadata = new Map(content.metadata);
  const present = metadata.get('hundesteuer-kiel')!;
  const authority = { ...present.authority, responsibleDataProcessingUnitId: 'unit' };
  metadata.set('hundesteuer-kiel', { ...present, areas: ['01'], authority, ...offer });
  context.content = () => ({ ...content, metadata });
  try {
    await expect(start(input)).rejects.toMatchObject({ code });
    expect(await count()).toBe(0);
  } finally {
    context.content = () => content;
  }
});

it('begins nothing without the login that the form demands', async () => {
  const { metadataId } = offerOf(server.context, 'meldebescheinigung');
  await expect(start({ metadataId })).rejects.toMatchObject({ code: 'login-required' });
  const person = await logIn(server.context, 'petra', {}, null, 'low');
  await expect(start({ metadataId }, person)).rejects.toMatchObject({ code: 'trust-level-too-low' });
  expect(await count()).toBe(0);
});
