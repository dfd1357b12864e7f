import type { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { enqueue } from './queues.ts';
import { rememberWorker } from './wake.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const queue = () => {
  const woken: string[] = [];
  const jobs = {
    send: async () => 'id',
    notifyWorker: (worker: string) => void woken.push(worker),
  } as unknown as PgBoss;
  return { jobs, woken, context: { jobs } as ServerContext };
};

it('a worker that nothing tells of new jobs looks soon after one was added, more than once', async () => {
  const { jobs, woken, context } = queue();
  rememberWorker(jobs, 'submission', 'one');
  rememberWorker(jobs, 'submission', 'other');
  rememberWorker(jobs, 'mail', 'of another queue');
  await enqueue(context, 'submission', { processId: 'x' });
  expect(woken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(new Set(woken)).toEqual(new Set(['one', 'other']));
  expect(woken.length).toBeGreaterThan(2);
});

it('a job of later wakes nobody, nor does one of workers that are told', async () => {
  const { jobs, woken, context } = queue();
  await enqueue(context, 'mail', { mailId: 'x' });
  rememberWorker(jobs, 'mail', 'one');
  await enqueue(context, 'mail', { mailId: 'x' }, { startAfter: 60 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(woken).toEqual([]);
});
