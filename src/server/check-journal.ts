import './closed-pipe.ts';
import { askServer } from '#server/commands/command-socket.ts';
import { ConfigurationRefused, readDatabaseConfig } from '#server/config/config.ts';
import { checkJournal } from '#server/journal-check/check-journal.ts';
import {
  type CommandDatabase,
  hasDatabase,
  openEmbeddedFor,
  openPostgresFor,
} from '#server/storage/command-database.ts';

/**
 * Checks the journal of every application against the workflows, while the portal runs: `npm run check:journal`, with
 * the server's environment (docs/operations.md, "The journal"). Changes nothing; ends with 1 at a breach.
 */
const tell = (line: string) => void process.stdout.write(`${line}\n`);

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigurationRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function run(): Promise<boolean> {
  const { DATABASE_URL, DATA_DIR } = readDatabaseConfig(process.env);
  // Only one process can work on the embedded database: the server, when it runs.
  const answered = DATABASE_URL === undefined ? await askServer(DATA_DIR, 'journal', null, { tell }) : null;
  if (answered !== null) return answered;
  const database = await open(DATABASE_URL, DATA_DIR);
  try {
    return await checkJournal(database.db, tell);
  } finally {
    await database.close();
  }
}

function open(databaseUrl: string | undefined, dataDir: string): Promise<CommandDatabase> {
  if (databaseUrl !== undefined) return openPostgresFor(databaseUrl);
  if (!hasDatabase(dataDir)) throw new ConfigurationRefused(`There is no database in ${dataDir}`);
  return openEmbeddedFor(dataDir);
}
