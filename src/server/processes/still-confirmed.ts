import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { loginSuffices } from './confirming-login.ts';
import { assertConfirmed, formHash, metadataOf } from './form.ts';
import { factsOf, type ProcessRow } from './row.ts';
import { statementsStand } from './statements.ts';

/**
 * Checks that the person sends or pays what they confirmed: the data, in the words of the form that they read, with
 * the statements that the form asks for, by a sufficient login. An administration may have changed any of it since. A
 * paid application is sent as it was confirmed.
 * @throws ProblemError summary-changed
 */
export function assertStillConfirmed(context: ServerContext, row: ProcessRow): void {
  assertConfirmed(context, row);
  if (factsOf(row).paidCents > 0) return;
  const metadata = metadataOf(context, row);
  const { confirmedForm, confirmedLocale, locale, statements } = row;
  const isAsItWas =
    confirmedForm === null || confirmedForm === formHash(context, metadata, confirmedLocale ?? locale);
  if (isAsItWas && statementsStand(metadata, statements) && loginSuffices(context, row)) return;
  throw new ProblemError('summary-changed');
}
