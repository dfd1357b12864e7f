import { readConfig } from './config.ts';
import { ContentRefused } from './content/content-refused.ts';
import { startService } from './service.ts';

try {
  const service = await startService(readConfig(process.env));
  const stop = () => service.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.on('SIGHUP', () => void service.reloadContent());
  // Started by another program that has ended: nobody is left to stop this one.
  process.once('disconnect', stop);
  process.send?.({ type: 'listening', address: service.address });
} catch (error) {
  const isForOperator =
    error instanceof ContentRefused ||
    (error instanceof Error && error.message.startsWith('The configuration'));
  process.stderr.write(
    `${isForOperator ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exit(1);
}
