import { readConfig } from '#server/config/config.ts';
import { type RunningServer, startServer } from '#server/server.ts';
import type { Begin, End } from './kept-servers.ts';
import type { Days, Minute } from './portal.ts';

/**
 * Runs one server after another in the same process, which has loaded and compiled everything for the first one. Their
 * clock can be set ahead, so that tests can cover weeks and need not wait for a minute. With `CLOCK=stopped` the clock
 * moves only then, so that nothing ends while a busy machine makes a test wait. With `CONTENT=alone` processes of one
 * database show different content, as for a moment after one has hung.
 */
let service: RunningServer | undefined;
let ahead = 0;

async function begin(environment: Begin['begin']): Promise<void> {
  process.env = { ...environment };
  const started = Date.now();
  const isStopped = environment.CLOCK === 'stopped';
  ahead = 0;
  service = await startServer(readConfig(process.env), {
    now: () => new Date((isStopped ? started : Date.now()) + ahead),
    readAgain: () => readConfig(process.env),
    contentAlone: environment.CONTENT === 'alone',
  });
}

async function obey(message: Begin | End | Days | Minute): Promise<void> {
  if ('begin' in message) await begin(message.begin);
  else if ('days' in message) ahead += message.days * 24 * 3_600_000;
  else if ('minute' in message) await service?.tend();
  else await service?.stop();
  process.send?.({ type: 'done' });
}

process.on('message', obey);
process.on('SIGHUP', () => {
  service?.reopenLogs();
  service?.reloadCertificates();
  void service?.reloadKeys();
  void service?.reloadContent();
});
process.once('SIGTERM', async () => {
  await service?.stop();
  process.exit(0);
});
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
