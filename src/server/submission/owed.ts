import type { Locale } from '#domain/locale.ts';
import type { Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { KeptOwed } from '#server/storage/tables.ts';
import { type SubmissionRow, submissionOf } from './row.ts';

export const owesDocuments = ({ owed }: Pick<SubmissionRow, 'owed'>): boolean =>
  owed !== null && owed.documents.length > 0;

/** Returns the label of an owed document, with the name of the row that it is in: "Clara Claussen: Ausweis". */
export const nameOfOwed = ({ label, row }: KeptOwed['documents'][number], locale: Locale): string =>
  row === '' ? label[locale] : `${row}: ${label[locale]}`;

/** Forgets the names of rows, which the person has entered; the labels are those of the form and stay. */
export async function forgetRowsOfOwed(trx: Trx, processId: string): Promise<void> {
  const submission = await submissionOf(trx, processId);
  if (!submission?.owed) return;
  const { documents, until } = submission.owed;
  const owed: KeptOwed = { documents: documents.map((one) => ({ ...one, row: '' })), until };
  await trx
    .updateTable('submission')
    .set({ owed: json(owed) })
    .where('processId', '=', processId)
    .execute();
}
