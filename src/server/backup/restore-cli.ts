import { readRestoreConfig } from '#server/config/config.ts';
import { checkBackup } from './check-backup.ts';
import { nameOf, runCommand, targetOf } from './command.ts';
import { readTrail } from './read-trail.ts';
import { BackupRefused } from './refused.ts';
import { reportOf } from './report.ts';
import { restore, resume } from './restore.ts';

const usage = `npm run restore -- --from FOLDER --keys FOLDER [--trail FILE …]
npm run restore -- --from FOLDER --check
npm run restore -- --at TIME [--trail FILE …]

  --from FOLDER  the data of a backup
  --keys FOLDER  the newest keys
  --trail FILE   the trail since then (TRAIL_FILE), or the security log, which has the deletions alone; may be repeated
  --check        reads the whole backup, and restores nothing
  --at TIME      the database was brought back by its own tools, to this moment (ISO 8601); nothing is loaded
The database is that of MIGRATION_DATABASE_URL, otherwise of DATABASE_URL (or the _FILE of either), otherwise the embedded
one in DATA_DIR; one of them must be set, and production has none that is embedded. It is empty, and no server works on it.`;

const options = { from: 'text', keys: 'text', trail: 'texts', check: 'flag', at: 'text' } as const;

/** `npm run restore`: brings a backup back (docs/operations.md). */
await runCommand(usage, 'Nothing was restored.', options, ({ from, keys, trail, check, at }, say) => {
  if ((typeof from === 'string') === (typeof at === 'string')) return null;
  return (async () => {
    if (check && typeof from === 'string') {
      const { tables, snapshotAt, version } = await checkBackup(from);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      return say(
        `${from} is whole: version ${version}, as of ${snapshotAt}, ${tables.length} tables, ${rows} rows.`,
      );
    }
    const files = Array.isArray(trail) ? trail : [];
    const past = await readTrail(files);
    const target = targetOf(readRestoreConfig(process.env));
    const hasTrail = files.length > 0;
    say(`Into ${nameOf(target)}:`);
    if (typeof from === 'string') {
      const source = { from, keys: typeof keys === 'string' ? keys : null, past };
      const { manifest, ...done } = await restore(source, target);
      return say(reportOf({ ...done, snapshotAt: manifest.snapshotAt, hasTrail }));
    }
    const moment = new Date(String(at));
    if (Number.isNaN(moment.getTime())) throw new BackupRefused(`${String(at)} is no time.`);
    const done = await resume(past, moment, target);
    say(reportOf({ ...done, snapshotAt: moment.toISOString(), hasTrail }));
  })();
});
