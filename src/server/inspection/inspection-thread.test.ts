import { expect, it } from 'vitest';
import { ThreadBusy } from '#server/thread/thread.ts';
import { createInspector } from './inspection-thread.ts';
import { tinyFile, tinyPng } from './testing/tiny-files.ts';

const script = new URL('./inspection-thread.hostage.ts', import.meta.url);
const of = (bytes: Uint8Array) => async () => bytes;

it('looks into files by their kind', async () => {
  const inspect = createInspector();
  expect(await inspect({ caller: 'a', mimeType: 'application/pdf', read: of(tinyFile('a.pdf')) })).toBeNull();
  expect(await inspect({ caller: 'a', mimeType: 'image/jpeg', read: of(tinyFile('a.jpg')) })).toBeNull();
  expect(await inspect({ caller: 'a', mimeType: 'image/png', read: of(tinyPng(60_000, 60_000)) })).toBe(
    'file-picture-too-large',
  );
  expect(await inspect({ caller: 'a', mimeType: 'image/png', read: of(tinyFile('a.jpg')) })).toBe(
    'file-damaged',
  );
  expect(await inspect({ caller: 'a', mimeType: 'application/pdf', read: of(Buffer.from('%PDF-')) })).toBe(
    'file-damaged',
  );
});

it('gives up a file over which it hangs, and goes on with the next', async () => {
  const inspect = createInspector(script, 3_000);
  expect(await inspect({ caller: 'a', mimeType: 'x', read: of(new Uint8Array(3)) })).toBeNull();
  const hanging = inspect({ caller: 'a', mimeType: 'hang', read: of(new Uint8Array(3)) });
  const next = inspect({ caller: 'a', mimeType: 'x', read: of(new Uint8Array(3)) });
  await expect(hanging).rejects.toThrow('takes too long');
  expect(await next).toBeNull();
});

it('has one file in memory at a time, and outlives one that cannot be read', async () => {
  const inspect = createInspector(script, 60_000);
  let held = 0;
  let most = 0;
  const read = async () => {
    held += 1;
    most = Math.max(most, held);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return new Uint8Array(3);
  };
  const files = Array.from({ length: 5 }, () =>
    inspect({ caller: 'a', mimeType: 'x', read }).then(() => {
      held -= 1;
    }),
  );
  const broken = inspect({ caller: 'a', mimeType: 'x', read: () => Promise.reject(new Error('gone')) });
  await expect(broken).rejects.toThrow('gone');
  await Promise.all(files);
  expect(most).toBe(1);
});

it('serves the callers in turns, and refuses what one of them brings beyond the end of the queue', async () => {
  const inspect = createInspector(script, 60_000);
  const order: string[] = [];
  const ask = (caller: string) =>
    inspect({ caller, mimeType: 'x', read: of(new Uint8Array(3)) }).then(() => order.push(caller));
  const many = Array.from({ length: 30 }, () => ask('much'));
  const outcomes = Promise.allSettled(many);
  await ask('little');
  expect(order.length).toBeLessThanOrEqual(3);
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(9);
  expect(refused[0]).toMatchObject({ reason: expect.any(ThreadBusy) });
});
