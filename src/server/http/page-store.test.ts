import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pageStore, storedPage } from './page-store.ts';

const page = (status: number, html: string) =>
  storedPage(status, { screen: 'home', id: '' }, '', { html, payload: '{}' });

it('renders a page once, however often it is asked for', async () => {
  const pageOf = pageStore();
  let rendered = 0;
  const render = async () => {
    rendered += 1;
    return page(200, '<p>Hund</p>');
  };
  await Promise.all([pageOf('a', render), pageOf('a', render)]);
  await pageOf('a', render);
  expect(rendered).toBe(1);
  await pageOf('b', render);
  expect(rendered).toBe(2);
});

it('keeps no page that says an error, and asks again after a failure', async () => {
  const pageOf = pageStore();
  let rendered = 0;
  const notFound = async () => {
    rendered += 1;
    return page(404, '<p>nicht gefunden</p>');
  };
  await pageOf('a', notFound);
  await pageOf('a', notFound);
  expect(rendered).toBe(2);
  await expect(pageOf('b', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect((await pageOf('b', async () => page(200, 'whole'))).status).toBe(200);
});

it('sends a page as it is or compressed', async () => {
  const stored = page(200, '<p>Straße</p>');
  expect((await stored.body('html', null)).toString()).toBe('<p>Straße</p>');
  const compressed = await stored.body('html', 'br');
  expect(brotliDecompressSync(compressed).toString()).toBe('<p>Straße</p>');
  expect(await stored.body('html', 'br')).toBe(compressed);
});
