import { afterEach, expect, it, vi } from 'vitest';
import { createThread, ThreadBusy } from './thread.ts';

const script = new URL('./thread.hostage.ts', import.meta.url);
const of = (timeLimitMs: number) => createThread<object>({ script, timeLimitMs, activity: 'working' });
const slow = new URL('./thread.slow-hostage.ts', import.meta.url);

afterEach(() => {
  vi.useRealTimers();
});

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
  // After this, timers come before messages.
  await new Promise(setImmediate);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
  expect(await answer).toBe('done');
});

it('gives up what is never done, and says that it may be asked again', async () => {
  const thread = of(50);
  await expect(thread.ask({ sleep: 60_000 })).rejects.toThrow(ThreadBusy);
  expect(await thread.ask({ work: 1 })).toBe('done');
});

it('does not end a question for an answer that was looked for when it came', async () => {
  const thread = of(200);
  await thread.ask({ work: 1 });
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const late = thread.ask({ work: 300, answered });
  const next = thread.ask({ sleep: 500 });
  await new Promise(setImmediate);
  Atomics.wait(answered, 0, 0);
  expect([await late, await next]).toEqual(['done', 'done']);
});

it('counts no question the time in which its thread starts, the first one or one after it', async () => {
  const thread = createThread<object>({ script: slow, timeLimitMs: 200, activity: 'working' });
  expect(await thread.ask({})).toBe('done');
  await expect(thread.ask({ end: 'before' })).rejects.toThrow('working ended');
  expect(await thread.ask({})).toBe('done');
});

it('begins when a question is expected, and goes on when its thread ends while there is none', async () => {
  const thread = of(60_000);
  thread.prepare();
  thread.prepare();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await thread.ask({ end: 'after' })).toBe('done');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await expect.poll(() => thread.ask({}).catch(String)).toBe('done');
});

it('ends what takes more memory than it may', async () => {
  const options = { script, timeLimitMs: 60_000, activity: 'working' };
  await expect(createThread<object>({ ...options, memoryMegabytes: 20 }).ask({ hold: 100 })).rejects.toThrow(
    'working failed: Worker terminated due to reaching memory limit',
  );
  expect(await createThread<object>(options).ask({ hold: 100 })).toBe('held');
});

it('gives up a thread that does not start, and waits for nothing more once there is an answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const never = new URL('data:text/javascript,setInterval(() => {}, 1000)');
  const asked = createThread<object>({ script: never, timeLimitMs: 200, activity: 'working' }).ask({});
  vi.advanceTimersByTime(60_000);
  await expect(asked).rejects.toThrow(new ThreadBusy('working does not start'));
  const thread = of(200);
  expect(await thread.ask({})).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
  await expect(thread.ask({ end: 'before' })).rejects.toThrow('working ended');
  expect(vi.getTimerCount()).toBe(0);
});
