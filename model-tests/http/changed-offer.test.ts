import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FormData } from '#forms/types.ts';
import { complete, fillIn, submit } from './applications.ts';
import type { Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

let contentDir: string;
let portal: Portal;

beforeAll(async () => {
  contentDir = await mkdtemp(path.join(tmpdir(), 'changed-offer-'));
  cpSync('content', contentDir, { recursive: true });
  portal = await startPortal({ contentDir, environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(async () => {
  await portal?.close();
  await rm(contentDir, { recursive: true, force: true });
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

  for (const name of ['form.json', 'form.en.json']) {
    const file = path.join(contentDir, 'services/hundesteuer', name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"Rufname des Hundes"', '"Farbe des Hundes"'));
  }
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
