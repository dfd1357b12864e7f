import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pageStore, storedPage } from './page-store.ts';

const anybody = async () => {};
const page = (status: number, html: string) =>
  storedPage(status, { screen: 'home', id: '' }, '', { html, payload: '{}' });

it('renders a page once, however often it is asked for', async () => {
  const pageOf = pageStore();
  let rendered = 0;
  const render = async () => {
    rendered += 1;
    return page(200, '<p>Hund</p>');
  };
  await Promise.all([pageOf('a', render, anybody), pageOf('a', render, anybody)]);
  await pageOf('a', render, anybody);
  expect(rendered).toBe(1);
  await pageOf('b', render, anybody);
  expect(rendered).toBe(2);
});

it('keeps no page that says an error, and asks again after a failure', async () => {
  const pageOf = pageStore();
  let rendered = 0;
  const notFound = async () => {
    rendered += 1;
    return page(404, '<p>nicht gefunden</p>');
  };
  await pageOf('a', notFound, anybody);
  await pageOf('a', notFound, anybody);
  expect(rendered).toBe(2);
  await expect(pageOf('b', () => Promise.reject(new Error('broken')), anybody)).rejects.toThrow('broken');
  expect((await pageOf('b', async () => page(200, 'whole'), anybody)).status).toBe(200);
});

it('sends a page as it is or compressed', async () => {
  const stored = page(200, '<p>Straße</p>');
  expect((await stored.body('html', null)).toString()).toBe('<p>Straße</p>');
  const compressed = await stored.body('html', 'br');
  expect(brotliDecompressSync(compressed).toString()).toBe('<p>Straße</p>');
  expect(await stored.body('html', 'br')).toBe(compressed);
});

it('renders nothing for whom it may not, but sends what is kept or on its way', async () => {
  const pageOf = pageStore();
  const refused = () => Promise.reject(new Error('too many'));
  let end = (_: ReturnType<typeof page>) => {};
  const render = () => new Promise<ReturnType<typeof page>>((resolve) => (end = resolve));
  await expect(pageOf('a', render, refused)).rejects.toThrow('too many');
  await expect(pageOf(null, render, refused)).rejects.toThrow('too many');
  const one = pageOf('a', render, anybody);
  await new Promise((resolve) => setImmediate(resolve));
  const other = pageOf('a', render, refused);
  end(page(200, 'whole'));
  expect(await other).toBe(await one);
  expect(await pageOf('a', render, refused)).toBe(await one);
});
