import { main } from './main.ts';

// A pager that has been closed has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.exitCode = await main(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
