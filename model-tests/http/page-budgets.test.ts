import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { offerOf } from './applications.ts';
import { type Portal, startPortal } from './portal.ts';

/** What pages make a phone fetch. Each limit is a little above what it was when it was written: it may only be lowered. */

const KIB = 1024;
let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'error' } });
});
afterAll(() => portal?.close());

/** An answer as it crosses the network. */
const fetchPacked = (address: string) =>
  new Promise<{ bytes: number; encoding: string | undefined }>((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', accept: 'text/html, */*' };
    request(new URL(address, portal.url), { headers }, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      response.on('end', () => resolve({ bytes, encoding: response.headers['content-encoding'] }));
    })
      .on('error', reject)
      .end();
  });

const sizeOf = async (addresses: readonly string[]) => {
  const answers = await Promise.all(addresses.map(fetchPacked));
  expect(answers.every(({ encoding }) => encoding === 'br')).toBe(true);
  return answers.reduce((sum, { bytes }) => sum + bytes, 0);
};
const pageAt = async (address: string) => (await fetch(portal.url + address)).text();

it.each([
  ['/', 31],
  ['/suche?q=hund', 29],
  [`/leistung/${offerOf('hundesteuer').leiKaId}`, 34],
])('%s fetches five scripts of 149 KiB at most, after the page itself', async (address, pageKib) => {
  const page = await pageAt(address);
  const scripts = /data-later="([^"]*)"/.exec(page)?.[1]?.split(' ') ?? [];
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.length).toBeLessThanOrEqual(5);
  expect(await sizeOf(scripts)).toBeLessThan(149 * KIB);
  expect((await fetchPacked(address)).bytes).toBeLessThan(pageKib * KIB);
});

it('the page of an application fetches six scripts of 194 KiB at once', async () => {
  const page = await pageAt(`/formular?leiKaId=${offerOf('hundesteuer').leiKaId}`);
  const scripts = Array.from(
    page.matchAll(/<link rel="modulepreload" href="([^"]+)">/g),
    ([, href]) => href!,
  );
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.length).toBeLessThanOrEqual(6);
  expect(await sizeOf(scripts)).toBeLessThan(194 * KIB);
});
