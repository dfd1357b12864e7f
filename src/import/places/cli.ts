import { placesCommand } from './command.ts';

/** `npm run import:places -- areas.csv postcodes.csv [--to content folder]` (docs/import.md). */
const { out, errors } = placesCommand(process.argv.slice(2), process.env.CONTENT_DIR ?? 'content');
if (out.length > 0) process.stdout.write(`${out.join('\n')}\n`);
if (errors) {
  process.stderr.write(`${errors.join('\n')}\n`);
  process.exitCode = 1;
}
