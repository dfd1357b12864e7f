import { sql } from 'kysely';
import type { ContentFault } from '#server/content/types.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';

/** The content of a process, by its own word. */
export type Standing = {
  id: string;
  /** Host and port, for operators. */
  name: string;
  /** Version that it shows. */
  shows: string;
  /** Version that it could show at once. */
  has: string;
  /** The last reload that it has carried out. */
  asked: number;
  /** Why its folder cannot be used. */
  faults: ContentFault[];
};

/** The content that all processes have agreed on. */
export type Agreement = {
  /** The version that all show; null before the first start. */
  version: string | null;
  /** The moment from which it is shown, by the clock of this process that `performance.now()` tells. */
  dueAt: number;
  /** How often a reload was asked for. */
  asked: number;
  /** Every process that lives, this one as well. */
  processes: (Standing & { seenAt: Date })[];
};

/** Times of the agreement, by the clock of the database. */
export type AgreementTimes = {
  /** Silence after which a process counts as gone. */
  goneMs: number;
  /** Time between the agreement and its moment. */
  leadMs: number;
};

/** Writes down the content of this process, and tells what all have agreed on. @throws when the database is away */
export async function report(
  db: Database,
  standing: Standing,
  { goneMs }: AgreementTimes,
): Promise<Agreement> {
  const { id, name, shows, has, asked } = standing;
  const said = {
    name,
    shows,
    has,
    asked,
    faults: json(standing.faults),
    seenAt: sql<Date>`clock_timestamp()`,
  };
  await db
    .insertInto('contentProcess')
    .values({ id, ...said })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(said))
    .execute();
  const askedAt = performance.now();
  const shown = await db
    .selectFrom('contentShown')
    .select(['version', 'asked', sql<number>`extract(epoch from since - clock_timestamp()) * 1000`.as('due')])
    .executeTakeFirstOrThrow();
  return {
    version: shown.version,
    dueAt: askedAt + Number(shown.due),
    asked: shown.asked,
    processes: await living(db, goneMs),
  };
}

/** Asks every process to load its folder again. @returns the number of this reload */
export async function askAll(db: Database): Promise<number> {
  const { asked } = await db
    .updateTable('contentShown')
    .set((eb) => ({ asked: eb('asked', '+', 1) }))
    .returning('asked')
    .executeTakeFirstOrThrow();
  return asked;
}

/**
 * Agrees on the version that this process has, once every process has it and has carried out the last reload; or at
 * once, when no other process lives.
 * @param copyOf its files, for processes that lack them; null when they have changed meanwhile, which only a process
 * without others can do without
 * @returns whether something new was agreed on
 */
export function agree(
  db: Database,
  standing: Standing,
  { goneMs, leadMs }: AgreementTimes,
  copyOf: () => Promise<Uint8Array | null>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const shown = await trx.selectFrom('contentShown').selectAll().forUpdate().executeTakeFirstOrThrow();
    if (shown.version === standing.has) return false;
    // One moment after the other: some processes may have shown the pending content already.
    const { rows } = await sql`select 1 from content_shown where since > clock_timestamp()`.execute(trx);
    if (rows.length > 0) return false;
    const others = (await living(trx, goneMs)).filter(({ id }) => id !== standing.id);
    const isShared = others.every(({ has, asked }) => has === standing.has && asked === shown.asked);
    // Of several that start together, the first one decides.
    if (!isShared && shown.version !== null) return false;
    const files = await copyOf();
    if (files === null && others.length > 0) return false;
    const leadOf = others.length > 0 && shown.version !== null ? leadMs : 0;
    await trx
      .updateTable('contentShown')
      .set({
        version: standing.has,
        since: sql<Date>`clock_timestamp() + ${sql.lit(`${leadOf} milliseconds`)}::interval`,
      })
      .execute();
    await trx.deleteFrom('contentCopy').where('version', '!=', standing.has).execute();
    if (files !== null)
      await trx
        .insertInto('contentCopy')
        .values({ version: standing.has, files })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await trx
      .deleteFrom('contentProcess')
      .where('seenAt', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
      .execute();
    return true;
  });
}

/** The files of a version; null where the database does not have them. */
export async function copyIn(db: Database, version: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('contentCopy')
    .select('files')
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.files ?? null;
}

/** The files of the version that all show; null where the database does not have them. */
export async function shownCopy(db: Database): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('contentShown')
    .innerJoin('contentCopy', 'contentCopy.version', 'contentShown.version')
    .select('contentCopy.files')
    .executeTakeFirst();
  return row?.files ?? null;
}

/** Takes processes off the list that have ended: this one, or those that it has replaced. */
export const leave = (db: Database, who: { id: string } | { name: string }) =>
  db
    .deleteFrom('contentProcess')
    .where((eb) => ('id' in who ? eb('id', '=', who.id) : eb('name', '=', who.name)))
    .execute();

const living = (db: Database | Trx, goneMs: number): Promise<Agreement['processes']> =>
  db
    .selectFrom('contentProcess')
    .selectAll()
    .where('seenAt', '>', sql<Date>`clock_timestamp() - ${sql.lit(`${goneMs} milliseconds`)}::interval`)
    .orderBy('name')
    .orderBy('id')
    .execute();
