import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStorage } from '#server/storage/database.ts';
import { kiel, offerOf } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { clockedService, type Portal, startPortal } from './portal.ts';

const daysKept = offerOf('hundesteuer').draftRetentionDays;
/** So long the owner is told. */
const DAYS_REMEMBERED = 90;
/** The job that erases comes every minute. */
const UNTIL_ERASED_MS = 65_000;

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({ script: clockedService, environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(() => portal?.close());

const logIn = async (choice: Parameters<PortalClient['logIn']>[0]) => {
  const client = portal.client();
  expect(await client.logIn(choice)).toContain('login=SUCCESS');
  return client;
};
const start = (client: PortalClient) =>
  client.call('startProcess', { body: { metadataId: offerOf('hundesteuer').metadataId, area: kiel } });
const reading = (client: PortalClient, id: string) =>
  client.call('getProcess', { params: { id }, query: {} }).then(
    () => null,
    (error) => (error as Refused).problem,
  );

const expired = {
  status: 410,
  code: 'draft-expired',
  startOver: { leiKaId: offerOf('hundesteuer').leiKaId, area: kiel },
};

it('tells the owner of a draft whose time is over, before and after it is erased, nobody else, and not for ever', {
  timeout: 240_000,
}, async () => {
  const { id } = await start(await logIn('thomsen:Elster'));
  await portal.passDays(daysKept - 1);
  const owner = await logIn('thomsen:Elster');
  expect(await reading(owner, id)).toBeNull();
  const kept = await start(owner);

  await portal.passDays(1);
  const later = await logIn('thomsen:Elster');
  expect(await reading(later, id)).toMatchObject(expired);
  expect((await later.call('listDrafts', { query: {} })).map((draft) => draft.id)).toEqual([kept.id]);

  await new Promise((resolve) => setTimeout(resolve, UNTIL_ERASED_MS));
  expect(await reading(later, id)).toMatchObject(expired);
  const saving = later.call('saveProgress', {
    params: { id },
    body: { version: 1, data: { dogName: 'Bella' }, page: null },
  });
  await expect(saving).rejects.toMatchObject({ problem: expired });
  expect(await reading(await logIn('petersen:Elster'), id)).toMatchObject({ status: 404 });

  expect(await reading(later, kept.id)).toBeNull();

  await portal.passDays(DAYS_REMEMBERED);
  await new Promise((resolve) => setTimeout(resolve, UNTIL_ERASED_MS));
  expect(await reading(await logIn('thomsen:Elster'), id)).toMatchObject({ status: 404 });
  await portal.kill();
  const storage = await openStorage({ dataDir: portal.dataDir });
  const drafts = await storage.db.selectFrom('process').select('id').execute();
  const remembered = await storage.db.selectFrom('expiredDraft').select('id').execute();
  await storage.close();
  await portal.start();
  expect(drafts).toEqual([]);
  expect(remembered.map((draft) => draft.id)).toEqual([kept.id]);
});
