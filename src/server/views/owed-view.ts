import type { OwedView } from '#contract/owed.ts';
import { germanDay } from '#domain/german-time.ts';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import type { HandInRow } from '#server/hand-ins/row.ts';
import { type HandInGrounds, openOwed } from '#server/hand-ins/standing.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { nameOfOwed, owesDocuments } from '#server/submission/owed.ts';
import { handInView } from './hand-in-view.ts';

/**
 * Returns what is still owed for a sent application, and what was handed in. A rejected one has not arrived, so nothing
 * follows it.
 */
export function owedView(
  context: ServerContext,
  process: Pick<ProcessRow, 'status' | 'userId'>,
  submission: HandInGrounds,
  handIns: readonly HandInRow[],
  locale: Locale,
): OwedView {
  const { owed, sentState } = submission;
  if (owed === null || !owesDocuments({ owed }) || sentState === 'processingError') return null;
  const { documents, until } = owed;
  const underWay = new Set(
    handIns
      .filter(({ state }) => state !== 'failed')
      .flatMap(({ documents }) => documents.map(({ path }) => path)),
  );
  return {
    documents: documents
      .filter(({ path }) => !underWay.has(path))
      .map((one) => ({ path: one.path, label: nameOfOwed(one, locale) })),
    until,
    isPast: until !== null && until < germanDay(context.now()),
    online: openOwed(context, process, submission) !== null,
    handIns: handIns.map((one) => handInView(context, one, submission, locale)),
  };
}
