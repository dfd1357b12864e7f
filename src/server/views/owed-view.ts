import type { OwedView } from '#contract/owed.ts';
import { germanDay } from '#domain/german-time.ts';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { nameOfOwed, owesDocuments } from '#server/submission/owed.ts';
import type { SubmissionRow } from '#server/submission/row.ts';

/** Returns what is still owed for a sent application. A rejected one has not arrived, so nothing follows it. */
export function owedView(
  context: ServerContext,
  { owed, sentState }: Pick<SubmissionRow, 'owed' | 'sentState'>,
  locale: Locale,
): OwedView {
  if (owed === null || !owesDocuments({ owed }) || sentState === 'processingError') return null;
  const { documents, until } = owed;
  return {
    documents: documents.map((one) => ({ path: one.path, label: nameOfOwed(one, locale) })),
    until,
    isPast: until !== null && until < germanDay(context.now()),
  };
}
