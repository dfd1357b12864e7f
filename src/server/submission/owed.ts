import type { Locale } from '#domain/locale.ts';
import type { Trx } from '#server/storage/database.ts';
import type { KeptOwed } from '#server/storage/tables.ts';
import { type SubmissionRow, submissionOf } from './row.ts';
import { type Sealing, withoutNames } from './sealed-row.ts';

export const owesDocuments = ({ owed }: Pick<SubmissionRow, 'owed'>): boolean =>
  owed !== null && owed.documents.length > 0;

/** Returns the label of an owed document, with the name of the row that it is in: "Clara Claussen: Ausweis". */
export const nameOfOwed = ({ label, row }: KeptOwed['documents'][number], locale: Locale): string =>
  row === '' ? label[locale] : `${row}: ${label[locale]}`;

/** Returns the labels of owed documents, each once, without the names of rows: a person has entered those. */
export const kindsOfOwed = ({ documents }: KeptOwed, locale: Locale): string[] => [
  ...new Set(documents.map(({ label }) => label[locale])),
];

/**
 * Forgets what was delivered: the hashes of the documents, the answers that the result repeats, and the names of rows in
 * owed documents, which the person has entered. Labels of the form stay.
 */
export async function forgetDelivered(context: Sealing, trx: Trx, processId: string): Promise<void> {
  const submission = await submissionOf(context, trx, processId);
  if (!submission) return;
  await trx
    .updateTable('submission')
    .set({ hashes: null, recalled: null, owed: withoutNames(submission.owed) })
    .where('processId', '=', processId)
    .execute();
}
