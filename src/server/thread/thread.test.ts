import { expect, it } from 'vitest';
import { createThread, ThreadBusy } from './thread.ts';

const script = new URL('./thread.hostage.ts', import.meta.url);
const of = (timeLimitMs: number) => createThread<object>({ script, timeLimitMs, activity: 'working' });

it('ends what works for too long', async () => {
  const thread = of(200);
  await expect(thread.ask({ work: 60_000 })).rejects.toThrow('working takes too long');
  expect(await thread.ask({ work: 1 })).toBe('done');
});

it('waits for what does not work, as on a machine that was paused', async () => {
  const thread = of(200);
  expect(await thread.ask({ sleep: 1000 })).toBe('done');
});

it('takes an answer that came while the server itself was held up', async () => {
  const thread = of(200);
  await thread.ask({ work: 1 });
  const answer = thread.ask({ work: 50 });
  // Behind this, timers come before messages.
  await new Promise(setImmediate);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
  expect(await answer).toBe('done');
});

it('gives up what is never done, and says that it may be asked again', async () => {
  const thread = of(50);
  await expect(thread.ask({ sleep: 60_000 })).rejects.toThrow(ThreadBusy);
  expect(await thread.ask({ work: 1 })).toBe('done');
});
