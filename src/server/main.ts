import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';

// What Node makes of the sources is kept for the next start, so they may be loaded only after this.
enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/node'));
const [{ readConfig }, { ContentRefused }, { startService }] = await Promise.all([
  import('./config.ts'),
  import('./content/content-refused.ts'),
  import('./service.ts'),
]);

try {
  const service = await startService(readConfig(process.env));
  const stop = () => service.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.on('SIGHUP', () => void service.reloadContent());
  // Started by another program that has ended: nobody is left to stop this one.
  process.once('disconnect', stop);
  process.send?.({ type: 'listening', address: service.address });
  flushCompileCache();
} catch (error) {
  const isForOperator =
    error instanceof ContentRefused ||
    (error instanceof Error && error.message.startsWith('The configuration'));
  process.stderr.write(
    `${isForOperator ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exit(1);
}
