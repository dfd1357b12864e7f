import { existsSync } from 'node:fs';
import path from 'node:path';
import './closed-pipe.ts';
import { askServer } from '#server/commands/command-socket.ts';
import { ConfigurationRefused, readKeysConfig } from '#server/config/config.ts';
import { KeysRefused } from '#server/sealing/key-faults.ts';
import { createKeyServices } from '#server/sealing/key-services.ts';
import { type KeysCommand, keysCommands, runKeysCommand } from '#server/sealing/keys-command.ts';
import { openStorage } from '#server/storage/database.ts';
import { DatabaseRefused } from '#server/storage/database-refused.ts';
import { DiskFull } from '#server/storage/disk-full.ts';
import { PartnerUnavailable } from './partner-unavailable.ts';

/**
 * Tells about the keys of the installation, or has all data keys wrapped by the newest one, while the portal runs:
 * `npm run keys -- status`, `npm run keys -- rotate`, with the server's environment (docs/operations.md, "Keys").
 */
const tell = (line: string) => void process.stdout.write(`${line}\n`);

try {
  process.exitCode = (await run(asked())) ? 0 : 1;
} catch (error) {
  const forOperators = [ConfigurationRefused, DatabaseRefused, DiskFull, KeysRefused, PartnerUnavailable];
  if (!forOperators.some((kind) => error instanceof kind)) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** @throws KeysRefused when the arguments are none of the commands */
function asked(): KeysCommand {
  const [one, ...more] = process.argv.slice(2);
  const command = keysCommands.find((it) => it === one);
  if (command !== undefined && more.length === 0) return command;
  throw new KeysRefused(`One of these is expected: npm run keys -- ${keysCommands.join(' | ')}`);
}

async function run(asked: KeysCommand): Promise<boolean> {
  const config = readKeysConfig(process.env);
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
  if (databaseUrl === undefined) {
    // Only one process can work on the embedded database: the server, when it runs.
    const answered = await askServer(dataDir, 'keys', asked, { tell });
    if (answered !== null) return answered;
    if (!existsSync(path.resolve(dataDir, 'database')))
      throw new ConfigurationRefused(`There is no database in ${dataDir}`);
  }
  const storage = await openStorage({
    databaseUrl,
    dataDir,
    migrates: false,
    pooler: config.DATABASE_POOLER,
  });
  const keys = createKeyServices(config);
  try {
    return await runKeysCommand(asked, { db: storage.db, keys, now: () => new Date(), tell });
  } finally {
    keys.stop();
    await storage.close();
  }
}
