import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';

// Node stores the compiled sources for the next start, so they may be loaded only after this.
enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/node'));
if (process.argv.includes('--check')) {
  const { runCheck } = await import('#server/checking/check-command.ts');
  const isGood = await runCheck(process.env, (line) => process.stdout.write(`${line}\n`)).catch(() => {
    process.stderr.write('The check itself has failed; nothing was changed.\n');
    return false;
  });
  // What hangs at a partner is given up.
  process.exit(isGood ? 0 : 1);
}
const [
  { ConfigurationRefused, readConfig },
  { ContentRefused },
  { KeysRefused },
  { DatabaseRefused },
  { DiskFull },
  { createLog },
  { startServer },
] = await Promise.all([
  import('#server/config/config.ts'),
  import('#server/content-store/content-refused.ts'),
  import('#server/sealing/key-faults.ts'),
  import('#server/storage/database-refused.ts'),
  import('#server/storage/disk-full.ts'),
  import('./log.ts'),
  import('./server.ts'),
]);

/** Logs a final error; Node itself would print it with all attached data. */
const endWith = (err: unknown) => {
  createLog('fatal').fatal({ err }, 'the service ends by an error that nobody expected');
  process.exit(1);
};
process.on('uncaughtException', endWith);
process.on('unhandledRejection', endWith);

try {
  const service = await startServer(readConfig(process.env), {
    readAgain: () => readConfig(process.env),
  });
  const stop = () => service.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.on('SIGHUP', () => {
    service.reopenLogs();
    service.reloadCertificates();
    void service.reloadKeys();
    void service.reloadContent();
  });
  // The program that started this one has ended, and nobody is left to stop this one.
  process.once('disconnect', stop);
  process.send?.({ type: 'listening', address: service.address });
  flushCompileCache();
} catch (error) {
  const forOperators = [ContentRefused, ConfigurationRefused, DatabaseRefused, KeysRefused, DiskFull];
  if (!forOperators.some((kind) => error instanceof kind)) endWith(error);
  // The message is written for operators.
  else process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
