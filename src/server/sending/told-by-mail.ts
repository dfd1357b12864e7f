import { paidAttemptOf } from '#server/payment/attempt.ts';
import { documentLocale, type ProcessRow } from '#server/processes/row.ts';
import type { Database } from '#server/storage/database.ts';
import type { MailFacts } from '#server/storage/tables.ts';
import { kindsOfOwed, owesDocuments } from '#server/submission/owed.ts';
import type { SubmissionRow } from '#server/submission/row.ts';

/**
 * Returns what the confirmation by e-mail says about a sent application, in its language.
 */
export async function toldByMail(
  db: Database,
  process: ProcessRow,
  { ticketNumber, owed }: Pick<SubmissionRow, 'ticketNumber' | 'owed'>,
): Promise<Required<Pick<MailFacts, 'ticketNumber' | 'fee' | 'owed'>>> {
  const locale = documentLocale(process);
  const paid = await paidAttemptOf(db, process.id);
  const isOwing = owed !== null && owesDocuments({ owed });
  return {
    ticketNumber,
    fee: paid ? { amountCents: paid.amountCents, reference: paid.reference } : null,
    owed: isOwing ? { documents: kindsOfOwed(owed, locale), until: owed.until } : null,
  };
}
