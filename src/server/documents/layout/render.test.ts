import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { written } from '../testing/collect.ts';
import type { Block } from './blocks.ts';
import { type Composition, render } from './render.ts';

const blocks: Block[] = [
  { kind: 'heading', level: 1, text: 'Titel', style: 'h1' },
  ...Array.from(
    { length: 6000 },
    (_, index): Block => ({ kind: 'paragraph', text: `Absatz ${index} ${index * 7919}`, style: 'body' }),
  ),
];

function composition(begun: (page: number) => void): Composition {
  const info = {
    title: 'Titel',
    subject: 'Inhalt',
    author: 'Amt',
    language: 'de-DE',
    createdAt: new Date(0),
  };
  const furniture: Composition['furniture'] = (page) => {
    begun(page);
    return { lines: [], rules: [] };
  };
  return { info, blocks, furniture };
}

it('writes no further than its reader reads', async () => {
  let begun = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const out = new Writable({
    highWaterMark: 1024,
    write(_bytes, _encoding, done) {
      held.then(() => done());
    },
  });
  const count = (page: number): void => {
    begun = page;
  };
  const done = render(composition(count), out);
  await expect.poll(() => begun, { timeout: 20_000 }).toBeGreaterThan(5);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const stalled = begun;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(begun).toBe(stalled);
  release();
  await done;
  expect(begun).toBeGreaterThan(stalled * 3);
});

it('tells every page the total before the last one is written', async () => {
  const totals = new Set<number>();
  let last = 0;
  const { furniture, ...rest } = composition((page) => {
    last = page;
  });
  const counting: Composition['furniture'] = (page, pages, width) => {
    totals.add(pages);
    return furniture(page, pages, width);
  };
  await written((out) => render({ ...rest, furniture: counting }, out));
  expect([...totals]).toEqual([last]);
});
