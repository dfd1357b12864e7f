import { afterAll, beforeAll, expect, it } from 'vitest';
import { complete, fillIn, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { type Portal, startPortal } from './portal.ts';

let content: OwnContent;
let portal: Portal;
let log = '';

beforeAll(async () => {
  content = await ownContent();
  portal = await startPortal({
    contentDir: content.dir,
    environment: { LOG_LEVEL: 'info', OPERATIONS_TOKEN: 'operators-token-of-this-test-0123456789' },
    output: (text) => {
      log += text;
    },
  });
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

const sentOf = (client: PortalClient, lang: 'de' | 'en' = 'de') =>
  client.call('listSent', { query: { lang } });

it('what was sent and what is begun stay visible when their form has left the content', async () => {
  const client = portal.client();
  await client.logIn('lindemann:eID');
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  const before = await submit(client, id);
  expect(before.status).toBe('SUBMITTED');
  const draft = await fillIn(client, 'hundesteuer');
  const [listed] = await sentOf(client);
  const english = (await sentOf(client, 'en'))[0]!;

  for (const name of ['metadata.json', 'form.json', 'form.en.json'])
    await content.drop(`services/hundesteuer/${name}`);
  portal.reloadContent();
  await expect.poll(() => log, { timeout: 120_000 }).toContain('new content');

  const [after] = await sentOf(client);
  expect(after, 'the list').toMatchObject({
    id,
    name: listed!.name,
    authority: listed!.authority,
    afterwards: listed!.afterwards,
    ticketNumber: listed!.ticketNumber,
    documents: listed!.documents,
    repeat: 'notOffered',
  });
  expect((await sentOf(client, 'en'))[0]).toMatchObject({
    name: english.name,
    afterwards: english.afterwards,
  });
  const result = await client.call('getProcess', { params: { id }, query: {} });
  expect(result.metadata).toEqual(before.metadata);
  const zip = await client.fetch(`/api/process/${id}/file/receipt`);
  expect(zip.status).toBe(200);
  expect(result.result).toMatchObject({ ticketNumber: listed!.ticketNumber, documents: listed!.documents });

  // Whoever runs the portal is told.
  await expect.poll(() => log).toMatch(/"metadataId":"hundesteuer-kiel","drafts":1,"sent":1,/);

  const drafts = await client.call('listDrafts', { query: {} });
  expect(drafts).toMatchObject([{ id: draft.id, serviceName: listed!.name, gone: true }]);
  await client.call('deleteDraft', { query: { id: draft.id } });
  expect(await client.call('listDrafts', { query: {} })).toEqual([]);
});
