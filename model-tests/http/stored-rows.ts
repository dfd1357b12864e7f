import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import type { ServerContext } from '#server/context.ts';
import { findProcess, type ProcessRow } from '#server/processes/row.ts';
import { createDataKeys } from '#server/sealing/data-keys.ts';
import { createLocalKeys, readInstallationKeys } from '#server/sealing/local-keys.ts';
import { type Session, sessionNow } from '#server/sessions/session.ts';
import { type Database, openStorage } from '#server/storage/database.ts';
import type { Portal } from './portal.ts';

/** Returns the keys of a running server, and a log, which opening its rows needs. */
export function sealingOf(portal: Portal) {
  const keys = readInstallationKeys(portal.partners.environment.SEALING_KEYS ?? '');
  return {
    dataKeys: createDataKeys(createLocalKeys(keys), () => new Date()),
    log: pino({ level: 'silent' }),
  };
}

/** Reads what the embedded database of a running server contains, from a copy: the server does not notice. */
export async function storedRows<T>(portal: Portal, read: (db: Database) => Promise<T>): Promise<T> {
  const dataDir = await portal.copyDatabase();
  const { db, close } = await openStorage({ dataDir });
  const rows = await read(db);
  await close();
  await rm(dataDir, { recursive: true });
  return rows;
}

/** Returns an application of a running server, opened. */
export const storedProcess = (portal: Portal, id: string): Promise<ProcessRow> =>
  storedRows(portal, async (db) => (await findProcess(sealingOf(portal), db, id))!);

/** Returns the sessions of a running server that nobody has ended elsewhere, opened. */
export const storedSessions = (portal: Portal): Promise<Session[]> =>
  storedRows(portal, async (db) => {
    const context = { ...sealingOf(portal), storage: { db } } as unknown as ServerContext;
    const rows = await db.selectFrom('session').select('id').execute();
    const sessions = await Promise.all(rows.map(({ id }) => sessionNow(context, { id } as Session)));
    return sessions.filter((session) => session !== null);
  });
