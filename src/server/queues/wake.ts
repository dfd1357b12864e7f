import type { PgBoss } from 'pg-boss';

/**
 * Moments in milliseconds after which workers look for a new job: the change that asks for it is committed soon, on a
 * busy machine a little later. After the last one they look each second anyway.
 */
const MOMENTS_MS = [20, 100, 400] as const;

const workers = new WeakMap<PgBoss, Map<string, string[]>>();

/** Remembers a worker of this process, which nothing tells of new jobs: behind a pooler no connection listens. */
export function rememberWorker(jobs: PgBoss, queue: string, worker: string): void {
  const known = workers.get(jobs) ?? new Map<string, string[]>();
  workers.set(jobs, known.set(queue, [...(known.get(queue) ?? []), worker]));
}

/** Has the remembered workers of a queue look for a new job soon, so that nobody waits for their next look. */
export function wakeWorkers(jobs: PgBoss, queue: string): void {
  for (const worker of workers.get(jobs)?.get(queue) ?? [])
    for (const moment of MOMENTS_MS) setTimeout(() => jobs.notifyWorker(worker), moment).unref();
}
