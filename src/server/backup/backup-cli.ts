import { constants, setPriority } from 'node:os';
import { readDatabaseConfig } from '#server/config/config.ts';
import { buildOf, runCommand, targetOf } from './command.ts';
import { makeBackup } from './make-backup.ts';
import { opened } from './restore.ts';

const usage = `npm run backup -- --to FOLDER --keys FOLDER

  --to FOLDER    new folder for the data of this backup; it must not exist yet
  --keys FOLDER  folder for the newest keys, which replace the earlier ones; not beside the data
The database is that of DATABASE_URL (or DATABASE_URL_FILE), otherwise the embedded one in DATA_DIR, whose server must be
stopped; one of them must be set, and production has none that is embedded.`;

/** `npm run backup`: one moment of the database as files (docs/operations.md). */
await runCommand(usage, 'No backup was made.', { to: 'text', keys: 'text' }, ({ to, keys }, say) => {
  if (typeof to !== 'string') return null;
  // People who work meanwhile come first, where the server runs on the same machine.
  setPriority(constants.priority.PRIORITY_LOW);
  return opened(targetOf(readDatabaseConfig(process.env)), async (database) => {
    const began = performance.now();
    const about = { to, keys: typeof keys === 'string' ? keys : null };
    const { tables, snapshotAt } = await makeBackup(database, about, buildOf(process.env));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    say(`${to} has the database as of ${snapshotAt}: ${tables.length} tables, ${rows} rows.`);
    say(`${(bytes / 1024 ** 2).toFixed(1)} MB in ${seconds} s.`);
  });
});
