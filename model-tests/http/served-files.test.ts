import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedFiles } from '#contract/served-files.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());

const get = (address: string, headers: HeadersInit = {}) =>
  fetch(portal.url + address, { headers: { 'accept-encoding': 'gzip, br', ...headers } });
const folder = path.resolve(import.meta.dirname, '../../public');
const LICENCES = '/licences/libraries.txt';

it('what is served as it is are the files of public/ and the licences of libraries', () => {
  const files = globSync('**/*.*', { cwd: folder }).map((file) => `/${file.replaceAll(path.sep, '/')}`);
  expect([...servedFiles].sort()).toEqual([...files, LICENCES].sort());
});

describe('a file at a fixed address', () => {
  it.each([...servedFiles])('%s comes as text, and is asked for again as it may change', async (address) => {
    const answer = await get(address);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    const known = await get(address, {
      'if-none-match': answer.headers.get('etag') ?? '',
      // By default, fetch demands a complete answer.
      'cache-control': 'max-age=0',
    });
    expect(known.status).toBe(304);
  });

  it('says what the font and the libraries in the pages may be used for', async () => {
    expect(await (await get('/licences/noto-sans.txt')).text()).toContain(
      'SIL OPEN FONT LICENSE Version 1.1',
    );
    const libraries = await (await get(LICENCES)).text();
    for (const name of [
      'react',
      'react-dom',
      'xstate',
      'i18next',
      '@tanstack/react-router',
      'json-logic-js',
    ]) {
      expect(libraries).toMatch(new RegExp(`^## ${name} - [\\d.]+ \\(MIT\\)\\n\\n.{200}`, 'ms'));
    }
  });

  it.each(['/impressum', '/en/imprint'])('is linked from %s', async (page) => {
    const markup = await (await get(page)).text();
    for (const address of servedFiles) expect(markup).toContain(`href="${address}"`);
  });
});

it.each([
  '/pages.json',
  '/pages.json.br',
  '/sources.sha256',
  '/licences',
  '/licences/other.txt',
  '/licences/noto-sans.txt.br',
  '/licences/..%2fpages.json',
  '/public/licences/noto-sans.txt',
])('%s is not there', async (address) => {
  expect((await get(address)).status).toBe(404);
});

it('the scripts and styles of pages stay for good, and their copies have no address', async () => {
  const markup = await (await get('/formular')).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(markup)?.[1] ?? '';
  const answer = await get(script);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect((await get(`${script}.br`)).status).toBe(404);
});
