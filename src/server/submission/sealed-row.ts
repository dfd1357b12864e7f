import type { Selectable } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import {
  keyOf,
  type OpenedRow,
  type Secrets,
  sealedTable,
  type WithKey,
} from '#server/sealing/sealed-table.ts';
import { thoseThatOpen } from '#server/sealing/those-that-open.ts';
import type { Database } from '#server/storage/database.ts';
import type { SealedJson } from '#server/storage/sealed.ts';
import type { KeptOwed, SubmissionTable } from '#server/storage/tables.ts';

type Stored = Selectable<SubmissionTable>;
/** A submission with its sealed columns opened. */
export type SubmissionRow = OpenedRow<Stored> & WithKey;
/** Parts of the server that rows of submissions need. */
export type Sealing = Pick<ServerContext, 'dataKeys' | 'log'>;

const columns = sealedTable<Stored>('submission', {
  owed: ['owed', 'json'],
  recalled: ['recalled', 'json'],
});

/** Selects submissions with the keys of their applications, to be opened by openSubmissionRow. */
export const selectSubmission = (db: Database) =>
  db.selectFrom('submission').selectAll('submission').select(keyOf('submission.processId').as('dataKey'));

/** The wrapped key of its application, beside the row that a statement returns. */
export const submissionKey = keyOf('submission.processId').as('dataKey');

/**
 * Opens what is owed, and what the result repeats. Where that does not open, it is an error in the log, and there is none
 * of it here: everything else about the sent application stays as it is.
 * @throws as KeyService.unwrap
 */
export async function openSubmissionRow<
  Row extends Pick<Stored, 'processId' | 'owed'> & Partial<Pick<Stored, 'recalled'>> & WithKey,
>({ dataKeys, log }: Sealing, db: Database, row: Row) {
  const { processId, dataKey } = row;
  if (!columns.hasSealed(row)) return columns.open(null, processId, row);
  // A statement that has waited for the lock of the row may have read the key before it was made.
  const open = async () =>
    columns.open(
      dataKey ? await dataKeys.joined(processId, dataKey) : await dataKeys.find(db, processId),
      processId,
      row,
    );
  const [opened] = await thoseThatOpen(log, [row], open);
  return opened ?? columns.open(null, processId, { ...row, owed: null, recalled: null });
}

/** Seals what an application owes, and what its result repeats. @throws as KeyService */
export async function sealFollowing<Values extends Secrets<Stored>>(
  { dataKeys }: Pick<ServerContext, 'dataKeys'>,
  db: Database,
  { processId, dataKey }: Pick<SubmissionRow, 'processId' | 'dataKey'>,
  following: Values,
) {
  const key = dataKey && (await dataKeys.joined(processId, dataKey));
  return columns.seal(key ?? (await dataKeys.of(db, 'application', processId)), processId, following);
}

/** Returns what is owed without anything that the person has entered, which needs no key. */
export const withoutNames = (owed: KeptOwed | null): SealedJson | null =>
  owed &&
  (JSON.stringify({
    documents: owed.documents.map((one) => ({ ...one, row: '' })),
    until: owed.until,
  }) as SealedJson);
