import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { written } from '../testing/collect.ts';
import { readPdf } from '../testing/read-pdf.ts';
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

/** Returns the number once it has been unchanged for a second, however busy the machine is. */
async function standstill(read: () => number): Promise<number> {
  let seen = read();
  for (let looks = 0; looks < 10; looks++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (read() !== seen) looks = 0;
    seen = read();
  }
  return seen;
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
  await expect.poll(() => begun).toBeGreaterThan(5);
  const stalled = await standstill(() => begun);
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

/** Lines of each page of a document with a page break between two parts of so many lines. */
const pagesOf = async (before: number, after: number) => {
  const part = (length: number) =>
    Array.from(
      { length },
      (_, index): Block => ({ kind: 'paragraph', text: `Zeile ${index}`, style: 'body' }),
    );
  const blocks: Block[] = [...part(before), { kind: 'pageBreak' }, ...part(after)];
  const bytes = await written((out) => render({ ...composition(() => undefined), blocks }, out));
  return (await readPdf(bytes)).lines;
};

it('leaves out a page break where the rest fits on the page before', async () => {
  // 30 lines fill a page.
  expect(await pagesOf(10, 15)).toEqual([25]);
  expect(await pagesOf(40, 15)).toEqual([30, 25]);
});

it('keeps a page break where leaving it out saves no page', async () => {
  expect(await pagesOf(20, 20)).toEqual([20, 20]);
  expect(await pagesOf(50, 20)).toEqual([30, 20, 20]);
});
