import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { openStorage } from '#server/storage/database.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { doEverything, own } from './everything.ts';
import { filesWith, valuesIn } from './files-with.ts';
import { startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';
import { findInDump } from './whole-dump.ts';

/** Searches everything that an installation writes down for what people enter, upload and say of themselves. */

const run = promisify(execFile);
const backup = path.resolve(import.meta.dirname, '../../src/server/backup/backup-cli.ts');

const { attributes } = DEMONSTRATION_PERSONS.find(({ id }) => id === 'lindemann')!;
const ofAccount = [
  ...Object.values(attributes).filter((value) => value.length > 7),
  '14.03.1978',
  'Petra Lindemann',
];
/** Words to the operators are in the database in clear (data-kept.md), and nowhere else. */
const { feedback, search, ...sealed } = own;
const entered = Object.values(sealed);
const words = [feedback, search];

const folders: string[] = [];
const folder = async (name: string) => {
  const made = await mkdtemp(path.join(tmpdir(), `nowhere-${name}-`));
  folders.push(made);
  return made;
};
const postgresFolder = await folder('postgres');
const postgres = await startPostgres(postgresFolder);
afterAll(async () => {
  await postgres?.stop();
  for (const one of folders) await rm(one, { recursive: true, force: true });
});

describe.each([
  { kind: 'the embedded database', url: undefined, isThere: true },
  { kind: 'PostgreSQL', url: postgres?.url, isThere: postgres !== null },
])('with $kind', ({ url, isThere }) => {
  it.runIf(isThere)(
    'nothing of a person is in logs, trail, database files, backup, uploads and temporary files',
    async () => {
      // The database writes down each statement, as where operators look for slow ones.
      await postgres?.ask('alter system set log_min_duration_statement = 0');
      await postgres?.ask('select pg_reload_conf()');
      let log = '';
      const temporary = await folder('temporary');
      const database: Record<string, string> = url === undefined ? {} : { DATABASE_URL: url };
      const portal = await startPortal({
        environment: { ...database, LOG_LEVEL: 'trace', TMPDIR: temporary },
        output: (text) => {
          log += text;
        },
      });
      try {
        await doEverything(portal);
        await portal.stop();

        const storage = await openStorage({ databaseUrl: url, dataDir: portal.dataDir });
        const all = [...ofAccount, ...entered];
        const offers = JSON.stringify(await storage.db.selectFrom('keptOffer').select('offer').execute());
        const values = all.filter((value) => !offers.includes(value));
        expect(await findInDump(storage.db, values)).toEqual([]);
        const { ticketNumber } = await storage.db
          .selectFrom('submission')
          .select('ticketNumber')
          .executeTakeFirstOrThrow();
        await storage.close();

        // The server's log, to its last word, and that of PostgreSQL.
        expect(log).toMatch(/hand-in delivered/);
        expect(valuesIn(Buffer.from(log), [...values, ...words])).toEqual([]);
        if (postgres && url) {
          const told = await postgres.log();
          expect(told).toMatch(/execute .*: update "process"/);
          expect(valuesIn(Buffer.from(told), [...values, ...words])).toEqual([]);
          // Its files, with what they kept of rows that were changed, and its write-ahead log.
          await postgres.ask('checkpoint');
          expect(filesWith(postgresFolder, entered)).toEqual([]);
          expect(filesWith(postgresFolder, [ticketNumber])).not.toEqual([]);
        }

        // All that the server has in its own folder: embedded database, security log, trail, whatever it has put beside.
        expect(await readdir(portal.dataDir)).toEqual(
          expect.arrayContaining(['security.log', 'trail.jsonl']),
        );
        expect(filesWith(portal.dataDir, entered)).toEqual([]);
        expect(filesWith(portal.dataDir, [ticketNumber]).join()).toMatch(/trail\.jsonl/);
        expect(filesWith(temporary, [...values, ...words])).toEqual([]);

        const [data, keys] = [path.join(await folder('backup'), 'data'), await folder('keys')];
        await mkdir(path.dirname(data), { recursive: true });
        const env = { ...process.env, ...database, DATA_DIR: portal.dataDir, TMPDIR: temporary };
        await run(process.execPath, [backup, '--to', data, '--keys', keys], { env });
        expect(filesWith(data, [ticketNumber])).not.toEqual([]);
        expect([
          ...filesWith(data, values),
          ...filesWith(keys, values),
          ...filesWith(temporary, values),
        ]).toEqual([]);
      } finally {
        await portal.close();
      }
    },
  );
});

it('the search finds a text however it is written down', () => {
  const text = 'Straße der Wunderlichen';
  const written = [
    Buffer.from(`... ${text} ...`),
    Buffer.from(JSON.stringify({ a: text })),
    Buffer.from(`?name=${encodeURIComponent(text)}`),
    Buffer.from(text).toString('hex'),
    ...['', 'x', 'xy'].map((before) => Buffer.from(`${before}${text} und`).toString('base64')),
  ].map((one) => Buffer.from(one));
  expect(written.map((one) => valuesIn(one, [text, 'anderes']))).toEqual(written.map(() => [text]));
});
