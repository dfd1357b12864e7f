import { afterAll, beforeAll, expect, it } from 'vitest';
import { KIEL, offerOf, pdf } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, pausedServer, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

let portal: Portal;
let person: PortalClient;

beforeAll(async () => {
  portal = await startPortal({ script: pausedServer });
  person = portal.client();
  await person.logIn('petersen:Elster');
});
afterAll(() => portal?.close());

it('a file that could not be looked at is not called damaged: it can be sent again in a moment', async () => {
  const { id } = await person.call('startProcess', {
    body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL },
  });
  const upload = (name: string) => person.upload(id, 'reliefProof', name, pdf(name));
  const before = await upload('before.pdf');
  await portal.setPaused(true);
  const query = new URLSearchParams({ path: 'reliefProof', name: 'amid.pdf' });
  const answer = await person.fetch(`/api/process/${id}/upload?${query}`, {
    method: 'POST',
    body: pdf('amid.pdf'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    503,
    expect.stringContaining('application/problem+json'),
  ]);
  expect(await answer.json()).toMatchObject({ status: 503, code: 'check-unavailable' });
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(2);
  expect(seconds).toBeLessThanOrEqual(6);
  const files = await storedRows(portal, (db) =>
    db.selectFrom('file').select('id').where('processId', '=', id).execute(),
  );
  expect(files, 'nothing of it stays').toEqual([{ id: before.id }]);
  await portal.setPaused(false);
  expect(await upload('amid.pdf')).toMatchObject({ name: 'amid.pdf', checked: true });
});
