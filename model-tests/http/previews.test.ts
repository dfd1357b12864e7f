import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyJpeg, tinyPdf, tinyPng } from '#server/examination/testing/tiny-files.ts';
import { complete, fillIn, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

/** Pictures in small, which the browser makes of those that it uploads, and the portal keeps. */

let portal: Portal;
let person: PortalClient;

beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
  person = portal.client();
  await person.call('openPseudo', { body: { locale: 'de' } });
});
afterAll(() => portal?.close());

const small = Buffer.from(tinyJpeg(4, 3));
const keep = (client: PortalClient, id: string, file: string, jpeg: Buffer = small) =>
  client.call('keepPreview', { params: { id, file }, body: { jpeg: jpeg.toString('base64') } });
const look = (client: PortalClient, id: string, file: string) =>
  client.fetch(`/api/process/${id}/upload/${file}/preview`);
const problem = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) });

/** An application with a picture, a document, and their small pictures as far as there are any. */
async function withPicture(client: PortalClient = person) {
  const { id, version } = await fillIn(client, 'hundesteuer');
  const { data, page } = await client.openForm({ params: { id }, query: {} });
  const [picture, document] = [
    await client.upload(id, 'reliefProof', 'bild.jpg', tinyJpeg(40, 30)),
    await client.upload(id, 'reliefProof', 'blatt.pdf', tinyPdf({ text: 'Nachweis' })),
  ];
  const reliefProof = [picture, document].map(({ checked: _, ...file }) => file);
  const relief = { relief: true, reliefProof };
  await client.call('saveProgress', {
    params: { id },
    query: {},
    body: { version, data: { ...data, ...relief }, page },
  });
  return { id, picture: picture.id, document: document.id };
}
const namedIn = async (client: PortalClient, id: string) => {
  const access = await client.openForm({ params: { id }, query: {} });
  const { pages } = await client.call('getSnapshot', { params: { id }, query: {} });
  return {
    form: (access as { previews?: string[] }).previews,
    summary: pages.flatMap(({ rows }) => rows).find(({ path }) => path === 'reliefProof')?.previews,
  };
};

describe('a picture in small', () => {
  it('comes back to its owner, and is named where it is shown', async () => {
    const { id, picture } = await withPicture();
    expect(await namedIn(person, id)).toEqual({ form: undefined, summary: undefined });
    expect((await look(person, id, picture)).status).toBe(404);
    await keep(person, id, picture);
    expect(await namedIn(person, id)).toEqual({ form: [picture], summary: [picture] });
    const answer = await look(person, id, picture);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(small);
  });

  it('is its owner’s alone', async () => {
    const { id, picture } = await withPicture();
    await keep(person, id, picture);
    const stranger = portal.client();
    await stranger.call('openPseudo', { body: { locale: 'de' } });
    const own = await withPicture(stranger);
    expect((await look(stranger, id, picture)).status).toBe(404);
    expect((await look(stranger, own.id, picture)).status).toBe(404);
    await expect(keep(stranger, own.id, picture)).rejects.toEqual(problem('not-found'));
  });

  it('is a JPEG and nothing else, of a picture that was uploaded', async () => {
    const { id, picture, document } = await withPicture();
    await expect(keep(person, id, randomUUID())).rejects.toEqual(problem('not-found'));
    await expect(keep(person, id, document)).rejects.toEqual(problem('file-type-refused'));
    for (const other of [
      Buffer.from(tinyPng()),
      Buffer.from('<svg onload="alert(1)"/>'),
      Buffer.from(tinyPdf()),
    ]) {
      await expect(keep(person, id, picture, other)).rejects.toEqual(problem('file-damaged'));
    }
    await keep(person, id, picture, Buffer.concat([small, Buffer.from('<script>')]));
    const kept = Buffer.from(await (await look(person, id, picture)).arrayBuffer());
    expect(kept).toEqual(small);
    const large = Buffer.concat([small, Buffer.alloc(20_000)]);
    await expect(keep(person, id, picture, large)).rejects.toEqual(problem('input-invalid'));
  });

  it('stays closed to a login of a lower level than the application was made with', async () => {
    const high = portal.client();
    await high.logIn('lindemann:eID');
    const { id, picture } = await withPicture(high);
    await keep(high, id, picture);
    await complete(high, id);
    await submit(high, id);
    const low = portal.client();
    await low.logIn('lindemann:Benutzername');
    await expect(keep(low, id, picture)).rejects.toEqual(problem('trust-level-too-low'));
    expect(await (await look(low, id, picture)).json()).toMatchObject({ code: 'trust-level-too-low' });
  });

  it('ends with its application', async () => {
    const owner = portal.client();
    await owner.logIn('thomsen:Benutzername');
    const { id, picture } = await withPicture(owner);
    await keep(owner, id, picture);
    await owner.call('deleteDraft', { query: { id } });
    await expect(keep(owner, id, picture)).rejects.toEqual(problem('not-found'));
    expect((await look(owner, id, picture)).status).toBe(404);
  });

  it('is not changed once the application is sent', async () => {
    const { id, picture } = await withPicture();
    await complete(person, id);
    await submit(person, id);
    await expect(keep(person, id, picture)).rejects.toEqual(problem('status-conflict'));
  });
});
