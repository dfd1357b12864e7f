import type { GivenStatement } from '#contract/process-calls.ts';
import type { FileValue, FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import { checkEarlierFiles } from '#server/files/check.ts';
import { openFiles, selectFile } from '#server/files/sealed-file.ts';
import { endCase } from '#server/form-cases/form-case.ts';
import { ownMailAddress } from '#server/mails/own-address.ts';
import { attemptsOf } from '#server/payment/attempt.ts';
import { noteRefund } from '#server/payment/refund.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';
import {
  accountAfter,
  accountOf,
  asSeenBy,
  assertAsked,
  decidedNow,
  provenValues,
} from '#server/processes/account.ts';
import { loginHolds } from '#server/processes/confirming-login.ts';
import { feeOf } from '#server/processes/fee.ts';
import { confirmationHash, formHash, formOf, metadataOf } from '#server/processes/form.ts';
import { factsOf, type ProcessRow, type Spoken } from '#server/processes/row.ts';
import { statedNow } from '#server/processes/statements.ts';
import { assertSendable } from '#server/sending/sendable.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { act, readOwned } from '#server/workflow/act.ts';
import { compareAll } from '#server/workflow/compare.ts';

/**
 * Closes the form. The server's rules must find the data valid, all files must be present, the confirmed hash must be
 * that of the stored data, and the person must have made the statements that the form demands.
 * @throws ProblemError not-found, version-conflict, summary-changed, form-invalid, statement-missing, status-conflict,
 * data-unsendable
 * @throws PartnerUnavailable when a file is unchecked and the scanner cannot be reached
 */
export async function completeForm(
  context: ServerContext,
  session: Session,
  processId: string,
  input: {
    version: number;
    hash: string;
    statements: readonly GivenStatement[];
    wantsMails?: boolean | undefined;
  } & Spoken,
): Promise<ProcessRow> {
  // A transaction must not wait for the scanner.
  await checkEarlierFiles(context, (await readOwned(context, session, processId)).id);
  const { version, lang } = input;
  const accepts = { type: 'form.completed', feeCents: 0 } as const;
  const grounds = { version, accepts, lang, edits: true } as const;
  return act(context, session, processId, grounds, async ({ trx, row, move }) => {
    const metadata = metadataOf(context, row);
    const form = formOf(context, metadata, row.locale);
    const { data, faults } = form.check(row.data);
    const missing = await missingFiles(context, trx, row.id, form, data);
    if (faults.length > 0 || missing.length > 0) {
      throw new ProblemError('form-invalid', {
        fields: [
          ...faults.map(({ path, rule }) => ({ name: path, reason: rule })),
          ...missing.map((path) => ({ name: path, reason: 'file' })),
        ],
      });
    }
    if (confirmationHash(context, row) !== input.hash) throw new ProblemError('summary-changed');
    assertSendable(context, row.id, { metadata, form, data });
    const { account } = asSeenBy(context, session, row);
    // Another login, or another place, may now lock values that the account was not asked for.
    assertAsked(metadata, form, account && accountAfter(account, accountOf(session, form)));
    const feeCents = feeOf(session, metadata, form, { ...row, data });
    const confirmedAt = context.now();
    const confirmedLocale = lang ?? row.locale;
    const stated = statedNow(metadata, { given: input.statements, lang: confirmedLocale, at: confirmedAt });
    const holds = loginHolds(context, session, row);
    const moved = await move(
      { type: 'form.completed', feeCents, loginHolds: holds },
      {
        confirmingLogin: holds ? row.confirmingLogin : null,
        account,
        data,
        confirmedHash: input.hash,
        confirmedForm: formHash(context, metadata, confirmedLocale),
        confirmedAt,
        confirmedLocale,
        statements: stated,
        ...(input.wantsMails !== undefined && { wantsMails: input.wantsMails }),
        // Only an address that the person has seen, with the choice beside it.
        mailTo: input.wantsMails === true ? ownMailAddress(context, form, data) : null,
        decisions: decidedNow(row, data),
        proven: provenValues(context, { ...row, data, account }),
      },
    );
    await endCase(context, trx, row);
    // The money arrived while the data was changed, and is not the fee for the new data.
    if (factsOf(row).paidCents > 0 && factsOf(moved).paidCents === 0) {
      const paid = await attemptsOf(trx, row.id);
      await noteRefund(
        context,
        trx,
        paid.filter(({ state }) => state === 'paid'),
      );
    }
    // Differences from the account that are not decided yet are shown to the person here, once.
    return compareAll(context, trx, moved);
  });
}

/** Returns data paths of files that differ from their upload, or belong to somebody else. */
async function missingFiles(
  context: ServerContext,
  trx: Trx,
  processId: string,
  form: EngineForm,
  data: FormData,
): Promise<string[]> {
  const named = form.files(data);
  if (named.length === 0) return [];
  const stored = await selectFile(trx)
    .where('processId', '=', processId)
    .where('kind', '=', 'upload')
    .execute();
  const known = new Map((await openFiles(context, stored)).map((file) => [file.id, file]));
  const isAsTaken = ({ id, name, size, type }: FileValue) => {
    const file = known.get(id);
    return file?.name === name && file.size === size && file.mimeType === type;
  };
  return named.filter(({ file }) => !isAsTaken(file)).map(({ path }) => path);
}
