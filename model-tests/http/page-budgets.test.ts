import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KIEL, offerOf } from './applications.ts';
import { type Portal, startPortal } from './portal.ts';

/** Bytes that a phone fetches for each page. Each limit is slightly above the first value: it may only be lowered. */

const KIB = 1024;
let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'error' } });
});
afterAll(() => portal?.close());

/** Fetches an answer as it crosses the network. */
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
])('%s fetches four scripts of 140 KiB at most, after the page itself', async (address, pageKib) => {
  const page = await pageAt(address);
  const scripts = /data-later="([^"]*)"/.exec(page)?.[1]?.split(' ') ?? [];
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.length).toBeLessThanOrEqual(4);
  expect(await sizeOf(scripts)).toBeLessThanOrEqual(140 * KIB);
  // Fetched with the page: the longest work of the start, which is to be done before the others arrive.
  expect(scripts[0]).toMatch(/^\/assets\/react-/);
  expect((await fetchPacked(address)).bytes).toBeLessThan(pageKib * KIB);
});

/** Matches texts in the font of 17 KiB: any other character fetches a second font, of 35 KiB or more. */
const ranges = /unicode-range:([^;]+);/.exec(readFileSync('ui/styles/fonts.css', 'utf8'))![1]!;
const letters = [...ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g)].map(
  ([, from, to = from]) => `\\u${from}-\\u${to}`,
);
const inFirstFont = new RegExp(`^[\\s${letters.join('')}]*$`);

it.each(['/', '/en', '/suche?q=hund', `/leistung/${offerOf('hundesteuer').leiKaId}?area=${KIEL}`])(
  '%s needs the first font alone',
  async (address) => {
    const page = await pageAt(address);
    expect(page.length).toBeGreaterThan(20_000);
    expect(page).toMatch(inFirstFont);
    expect(`${page}›`).not.toMatch(inFirstFont);
  },
);

it('the page of an application fetches six scripts of 189 KiB at once', async () => {
  const page = await pageAt(`/formular?leiKaId=${offerOf('hundesteuer').leiKaId}`);
  const scripts = Array.from(
    page.matchAll(/<link rel="modulepreload" href="([^"]+)">/g),
    ([, href]) => href!,
  );
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.length).toBeLessThanOrEqual(6);
  expect(await sizeOf(scripts)).toBeLessThan(189 * KIB);
});
