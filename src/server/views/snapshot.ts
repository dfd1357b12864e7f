import type { SummaryPage } from '#contract/summary.ts';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { previewsOf } from '#server/files/previews.ts';
import { ownMailAddress } from '#server/mails/own-address.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { asSeenBy, conflictIsAhead, provenValues, sourceOf } from '#server/processes/account.ts';
import { feeOf } from '#server/processes/fee.ts';
import { confirmationHash, formOf, metadataOf } from '#server/processes/form.ts';
import { offerOf } from '#server/processes/kept-offer.ts';
import { factsOf, type ProcessRow } from '#server/processes/row.ts';
import { statementsOf } from '#server/processes/statements.ts';
import type { Session } from '#server/sessions/session.ts';
import { readOwned } from '#server/workflow/act.ts';
import { recipientView } from './recipient-view.ts';

/**
 * Returns the summary of the stored data in the requested language, its hash, the errors that the server's rules
 * find, the fee when there are none, and whether an address is another authority's.
 * @throws ProblemError not-found, draft-expired
 */
export async function snapshotOf(
  context: ServerContext,
  session: Session,
  processId: string,
  lang: Locale | undefined,
) {
  const row = asSeenBy(context, session, await readOwned(context, session, processId));
  const metadata = metadataOf(context, row);
  const locale = lang ?? row.locale;
  const form = formOf(context, metadata, locale);
  const { faults } = form.check(row.data);
  // Confirmed data stays as it was confirmed, whatever the account says later.
  const proven = row.confirmedHash === null ? provenValues(context, row) : row.proven;
  return {
    lang: locale,
    version: row.version,
    hash: confirmationHash(context, row),
    pages: withPreviews(form.summary(row.data, proven?.fields), await previewsOf(context, form, row)),
    errors: faults.map((fault) => ({ ...fault, label: fault.label || fault.path })),
    feeCents: faults.length === 0 ? feeOf(session, metadata, form, row) : null,
    ...(conflictIsAhead(context, row) && { conflictAhead: true as const }),
    missedArea: form.missedArea(row.data),
    source: sourceOf(proven),
    statements: statementsOf(metadata, locale),
    mail: mailOf(context, form, row),
    facts: factsOf(row),
    ...recipientView(await offerOf(context, row), row, locale),
  };
}

/** Adds to each answer the files of it that can be shown in small. */
const withPreviews = (
  pages: readonly SummaryPage[],
  previews: ReadonlyMap<string, readonly string[]>,
): SummaryPage[] =>
  pages.map((page) => ({
    ...page,
    rows: page.rows.map((row) => {
      const ids = previews.get(row.path);
      return ids ? { ...row, previews: [...ids] } : row;
    }),
  }));

/** Returns the address that e-mails would go to; null where none are sent. */
function mailOf(context: ServerContext, form: EngineForm, row: ProcessRow) {
  const to = ownMailAddress(context, form, row.data);
  return to === null ? null : { to, wanted: row.wantsMails };
}
