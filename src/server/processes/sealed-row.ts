import type { Insertable, Selectable } from 'kysely';
import type { FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import {
  keyOf,
  type OpenedRow,
  type Secrets,
  sealedTable,
  type WithKey,
} from '#server/sealing/sealed-table.ts';
import { thoseThatOpen } from '#server/sealing/those-that-open.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import type { SealedJson } from '#server/storage/sealed.ts';
import type { ProcessTable } from '#server/storage/tables.ts';

type Stored = Selectable<ProcessTable>;
/** A row as it comes from the database, with its wrapped key (selectProcess). */
export type StoredProcess = Stored & WithKey;
/** An application with its sealed columns opened. */
export type ProcessRow = OpenedRow<Stored> & WithKey;
/** Parts of the server that rows of applications need. */
export type Sealing = Pick<ServerContext, 'dataKeys' | 'log'>;

const columns = sealedTable<Stored>('process', {
  data: ['data', 'json'],
  confirmedHash: ['confirmed_hash', 'text'],
  statements: ['statements', 'json'],
  applicant: ['applicant', 'json'],
  account: ['account', 'json'],
  decisions: ['decisions', 'json'],
  proven: ['proven', 'json'],
  confirmingLogin: ['confirming_login', 'json'],
  mailTo: ['mail_to', 'text'],
});

/** Nothing about a person, which needs no key. */
export const noSecrets = {
  data: '{}' as SealedJson,
  confirmedHash: null,
  statements: null,
  applicant: null,
  account: null,
  decisions: null,
  proven: null,
  confirmingLogin: null,
  mailTo: null,
} as const;

/** Selects applications with their keys, to be opened by openProcess. */
export const selectProcess = (db: Database) =>
  db.selectFrom('process').selectAll('process').select(keyOf('process.id').as('dataKey'));

/**
 * Opens the row of an application.
 * @throws SealBroken, and as KeyService.unwrap
 */
export async function openProcess(
  { dataKeys }: Sealing,
  db: Database,
  row: StoredProcess,
): Promise<ProcessRow> {
  const { id, dataKey } = row;
  // A statement that has waited for the lock of the row may have a key that was erased meanwhile, with all that it had
  // sealed: nothing is sealed with that any more.
  if (!columns.hasSealed(row)) return columns.open(null, id, { ...row, dataKey: null });
  // It may also have looked for the key before that was made.
  const key = dataKey ? await dataKeys.joined(id, dataKey) : await dataKeys.find(db, id);
  return columns.open(key, id, row);
}

/** Opens those applications that open (thoseThatOpen). */
export const openProcesses = (
  context: Sealing,
  db: Database,
  rows: readonly StoredProcess[],
): Promise<ProcessRow[]> => thoseThatOpen(context.log, rows, (row) => openProcess(context, db, row));

/**
 * Opens the row of an application for work that is right whatever is in it, such as erasing it or noting its money: what
 * does not open is empty, and an error in the log.
 */
export async function openWhatOpens(context: Sealing, db: Database, row: StoredProcess): Promise<ProcessRow> {
  const [opened] = await openProcesses(context, db, [row]);
  return opened ?? columns.open(null, row.id, { ...row, ...emptied });
}

const emptied = { ...noSecrets, data: {} as Stored['data'], dataKey: null };

/** Returns values as they come back from the database: what JSON does not have is left out. */
export const asStored = <Values extends ProcessSecrets>(values: Values): Values =>
  columns.mapJson(values, (value) => JSON.parse(JSON.stringify(value)));

/** Values of an application to seal. */
export type ProcessSecrets = Secrets<Stored>;

/** Returns the values of an application that are sealed. */
export const secretsOf = (row: ProcessRow): ProcessSecrets => columns.secretsOf(row);

/**
 * Seals values of an application to write, by its key; one that an earlier version has stored gets one.
 * @param row the application, as it was read in the same transaction under its lock
 * @throws as KeyService
 */
export async function sealProcess<Values extends ProcessSecrets>(
  { dataKeys }: Sealing,
  db: Database,
  { id, dataKey }: Pick<ProcessRow, 'id' | 'dataKey'>,
  values: Values,
) {
  const key = columns.hasSecrets(values)
    ? dataKey
      ? await dataKeys.joined(id, dataKey)
      : await dataKeys.of(db, 'application', id)
    : null;
  return columns.seal(key ?? NO_KEY, id, values);
}

/** Stores values of a locked application. @returns it as it is then */
export async function storeProcess(
  context: Sealing,
  trx: Trx,
  row: ProcessRow,
  values: ProcessSecrets,
): Promise<ProcessRow> {
  const sealed = await sealProcess(context, trx, row, values);
  await trx.updateTable('process').set(sealed).where('id', '=', row.id).execute();
  return { ...row, ...asStored(values) };
}

type NewProcess = Omit<Insertable<ProcessTable>, keyof ProcessSecrets> & ProcessSecrets;

/** Stores a new application, with a key of its own. @throws as KeyService.wrap */
export async function insertProcess(
  context: Sealing,
  trx: Trx,
  values: NewProcess & { data: FormData },
): Promise<ProcessRow> {
  const key = await context.dataKeys.make(trx, 'application', values.id);
  const row = await trx
    .insertInto('process')
    .values(columns.seal(key, values.id, values))
    .returningAll()
    .returning(keyOf('process.id').as('dataKey'))
    .executeTakeFirstOrThrow();
  return openProcess(context, trx, row);
}

/** Key where there is nothing to seal. */
const NO_KEY = new Uint8Array();
