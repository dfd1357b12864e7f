import { syncBuiltinESMExports } from 'node:module';
import workers from 'node:worker_threads';
import { readConfig } from '#server/config/config.ts';
import { startServer } from '#server/server.ts';
import type { Pause } from './portal.ts';

/**
 * The server on a machine that stands still during each examination of a file, for longer than the examination waits:
 * the clock goes on, and the thread does nothing.
 */
const PAUSE_MS = 120_000;
let isPaused = false;
let missedMs = 0;

const now = performance.now.bind(performance);
performance.now = () => now() + missedMs;

const { Worker } = workers;
workers.Worker = class extends Worker {
  readonly #isExamining: boolean;

  constructor(...[script, options]: ConstructorParameters<typeof Worker>) {
    super(script, options);
    this.#isExamining = String(script).includes('examination-worker');
  }

  override postMessage(...question: Parameters<InstanceType<typeof Worker>['postMessage']>): void {
    if (isPaused && this.#isExamining) missedMs += PAUSE_MS;
    else super.postMessage(...question);
  }
};
syncBuiltinESMExports();

const service = await startServer(readConfig(process.env));
process.on('message', ({ paused }: Pause) => {
  isPaused = paused;
  process.send?.({ type: 'done' });
});
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
process.send?.({ type: 'listening', address: service.address });
