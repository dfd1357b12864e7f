import { expect, it } from 'vitest';
import { ThreadBusy } from '#server/thread/thread.ts';
import { createExaminer } from './examination-thread.ts';
import { tinyFile, tinyPng } from './testing/tiny-files.ts';

const script = new URL('./examination-thread.hostage.ts', import.meta.url);
const of = (bytes: Uint8Array) => async () => bytes;

it('looks into files by their kind', async () => {
  const examine = createExaminer();
  const look = (mimeType: string, bytes: Uint8Array) => examine({ caller: 'a', mimeType, read: of(bytes) });
  for (const [mimeType, bytes] of [
    ['application/pdf', tinyFile('a.pdf')],
    ['image/jpeg', tinyFile('a.jpg')],
    ['image/png', tinyFile('a.png')],
    ['text/plain', Buffer.from('text')],
  ] as const) {
    expect(await look(mimeType, bytes), mimeType).toEqual({ kept: [[0, bytes.length]] });
  }
  expect(await look('image/png', tinyPng(60_000, 60_000))).toEqual({ fault: 'file-picture-too-large' });
  expect(await look('image/png', tinyFile('a.jpg'))).toEqual({ fault: 'file-damaged' });
  expect(await look('application/pdf', Buffer.from('%PDF-'))).toEqual({ fault: 'file-damaged' });
});

it('gives up a file over which it hangs, and goes on with the next', async () => {
  const examine = createExaminer(script, 3_000);
  const whole = { kept: [[0, 3]] };
  expect(await examine({ caller: 'a', mimeType: 'x', read: of(new Uint8Array(3)) })).toEqual(whole);
  const hanging = examine({ caller: 'a', mimeType: 'hang', read: of(new Uint8Array(3)) });
  const next = examine({ caller: 'a', mimeType: 'x', read: of(new Uint8Array(3)) });
  await expect(hanging).rejects.toThrow('takes too long');
  expect(await next).toEqual(whole);
});

it('has one file in memory at a time, and outlives one that cannot be read', async () => {
  const examine = createExaminer(script, 60_000);
  let held = 0;
  let most = 0;
  const read = async () => {
    held += 1;
    most = Math.max(most, held);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return new Uint8Array(3);
  };
  const files = Array.from({ length: 5 }, () =>
    examine({ caller: 'a', mimeType: 'x', read }).then(() => {
      held -= 1;
    }),
  );
  const broken = examine({ caller: 'a', mimeType: 'x', read: () => Promise.reject(new Error('gone')) });
  await expect(broken).rejects.toThrow('gone');
  await Promise.all(files);
  expect(most).toBe(1);
});

it('serves the callers in turns, and refuses what one of them brings beyond the end of the queue', async () => {
  const examine = createExaminer(script, 60_000);
  const order: string[] = [];
  const ask = (caller: string) =>
    examine({ caller, mimeType: 'x', read: of(new Uint8Array(3)) }).then(() => order.push(caller));
  const many = Array.from({ length: 70 }, () => ask('much'));
  const outcomes = Promise.allSettled(many);
  await ask('little');
  expect(order.length).toBeLessThanOrEqual(3);
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(9);
  expect(refused[0]).toMatchObject({ reason: expect.any(ThreadBusy) });
});
