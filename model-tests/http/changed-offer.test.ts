import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FormData } from '#forms/types.ts';
import { complete, fillIn, submit } from './applications.ts';
import type { Refused } from './client.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { type Portal, startPortal } from './portal.ts';

let content: OwnContent;
let portal: Portal;

beforeAll(async () => {
  content = await ownContent();
  portal = await startPortal({ contentDir: content.dir, environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

it('what was confirmed in other words is confirmed anew before it is sent', async () => {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  const send = () =>
    client.call('submitProcess', { params: { id } }).then(
      () => null,
      (error: Refused) => error.problem,
    );

  for (const name of ['form.json', 'form.en.json'])
    await content.edit(`services/hundesteuer/${name}`, (text) =>
      text.replace('"Rufname des Hundes"', '"Farbe des Hundes"'),
    );
  portal.reloadContent();
  const wording = async () =>
    JSON.stringify(await client.call('getSnapshot', { params: { id }, query: { lang: 'de' } }));
  await expect.poll(wording, { timeout: 120_000 }).toContain('Farbe des Hundes');

  expect(await send()).toMatchObject({ status: 409, code: 'summary-changed' });
  const { data, version } = await client.openForm({ params: { id }, query: {} });
  const body = { version, data: data as FormData, page: null };
  await client.call('saveProgress', { params: { id }, body });
  await complete(client, id);
  expect((await submit(client, id)).status).toBe('SUBMITTED');
});

it('an appointment at hours that the authority has given up is neither paid nor sent, and has to be chosen anew', async () => {
  const client = portal.client();
  await client.logIn('lindemann:eID');
  const { id } = await fillIn(client, 'meldebescheinigung');
  const confirmed = await complete(client, id);
  const noticed = await client.call('chooseNotice', {
    params: { id },
    body: { version: confirmed.version, electronicNoticeDelivery: false },
  });
  const pay = () =>
    client.call('startPayment', { params: { processId: id }, body: { version: noticed.version } }).then(
      () => null,
      (error: Refused) => error.problem,
    );

  const weekends = '"openingHours": "Sa 08:00-12:00"';
  await content.edit('authorities/kiel.json', (text) => text.replace(/"openingHours": "[^"]*"/, weekends));
  portal.reloadContent();
  const closed = async () => (await client.openForm({ params: { id }, query: {} })).form;
  await expect.poll(async () => JSON.stringify(await closed()), { timeout: 120_000 }).toContain('Sa 08:00');

  expect(await pay()).toMatchObject({ status: 409, code: 'summary-changed' });
  const { data, version } = await client.openForm({ params: { id }, query: {} });
  const save = (change: FormData) =>
    client.call('saveProgress', {
      params: { id },
      body: { version, data: { ...(data as FormData), ...change }, page: null },
    });
  await save({});
  const confirm = complete(client, id).then(
    () => null,
    (error: Refused) => error.problem,
  );
  expect(await confirm).toMatchObject({ code: 'form-invalid', fields: [{ name: 'pickupTime' }] });
});
