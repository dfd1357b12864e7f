import { readConfig } from '#server/config.ts';
import { startServer } from '#server/server.ts';
import type { Days, Minute } from './portal.ts';

/**
 * The server with a clock that can be set ahead, so that tests can cover weeks, and need not wait for its minute. With
 * `CLOCK=stopped` it moves only then, so that nothing ends while a busy machine makes a test wait.
 */
let ahead = 0;
const started = Date.now();
const isStopped = process.env.CLOCK === 'stopped';

const service = await startServer(readConfig(process.env), {
  now: () => new Date((isStopped ? started : Date.now()) + ahead),
});
process.on('message', async (message: Days | Minute) => {
  if ('days' in message) ahead += message.days * 24 * 3_600_000;
  else await service.tend();
  process.send?.({ type: 'done' });
});
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
process.send?.({ type: 'listening', address: service.address });
