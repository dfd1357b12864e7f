import { existsSync } from 'node:fs';
import path from 'node:path';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { ConfigurationRefused, readConfig } from '#server/config/config.ts';
import type { ServerContext } from '#server/context.ts';
import { contentOf, createContext } from '#server/create-context.ts';
import { makeQueues } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log.ts';
import { createMetrics } from '#server/monitoring/metrics.ts';
import { partnerPresence } from '#server/partners/partner-presence.ts';
import { checkKeys } from '#server/sealing/check-keys.ts';
import { createKeyServices } from '#server/sealing/key-services.ts';
import { openStorage } from '#server/storage/database.ts';
import { JOBS } from '#server/storage/job-queue.ts';
import { PersonCommandRefused } from '../ask.ts';

const now = () => new Date();

/**
 * Works on the database beside the servers, or while none runs, with everything that a server works with. Jobs that the
 * work requests are done by a server.
 * @param tell takes lines for operators
 * @throws ConfigurationRefused, also where no file has the security log: standard output is the operator's screen, which
 * nobody keeps. KeysRefused before anything is done with wrong keys.
 */
export async function withOwnContext<T>(
  variables: NodeJS.ProcessEnv,
  tell: (line: string) => void,
  work: (context: ServerContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(variables);
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
  if (config.SECURITY_LOG === undefined)
    throw new ConfigurationRefused(
      'SECURITY_LOG is expected: the file in which it stays who did this, and why',
    );
  if (databaseUrl === undefined && !existsSync(path.resolve(dataDir, 'database')))
    throw new ConfigurationRefused(`There is no database in ${dataDir}`);
  const log = createLog('error', pino.destination({ fd: 2, sync: true }));
  const presence = partnerPresence(log);
  const loaded = contentOf(config, log, presence);
  const storage = await openStorage({
    databaseUrl,
    dataDir,
    log,
    migrates: false,
    pooler: config.DATABASE_POOLER,
  });
  const keys = createKeyServices(config);
  const closers: (() => unknown)[] = [() => storage.close(), () => keys.stop()];
  try {
    for (const { key, is, dataKeys } of await checkKeys(storage.db, keys, now))
      tell(`${key} ${is === 'another key' ? 'is another key' : is}; ${dataKeys} data keys need it`);
    const quiet = { supervise: false, schedule: false, useListenNotify: false };
    const jobs = new PgBoss({ ...storage.jobs, ...quiet, schema: JOBS });
    jobs.on('error', (err) => log.error({ err }, 'job queue'));
    await jobs.start();
    closers.push(() => jobs.stop({ graceful: false }));
    const { context, certificates, counts, securityFile, trailFile } = await createContext(config, {
      ...loaded,
      ...{ storage, keys, jobs, log, presence, now, metrics: createMetrics(), tracer: null, rollOut: null },
      readAgain: () => config,
    }).catch((error: Error) => {
      throw new PersonCommandRefused(`Nothing was done: ${error.message}`);
    });
    closers.push(
      () => certificates.stop(),
      () => context.editing.stop(),
      () => counts.stop(),
      () => securityFile.close(),
      () => trailFile?.close(),
    );
    await makeQueues(context);
    return await work(context);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
