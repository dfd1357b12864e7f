import { validateOnServer } from '#forms/authority.ts';
import { filesIn } from '#forms/paths.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import { feeCents } from '#server/content/fee.ts';
import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import {
  assertVersion,
  confirmationHash,
  formOf,
  loadOwned,
  metadataOf,
  moveProcess,
  type ProcessRow,
} from './row.ts';

/**
 * Closes the form: the server's rules find the data valid, all files are there, and the hash that the
 * person confirmed is that of what is stored.
 * @throws ProblemError not-found, version-conflict, summary-changed, form-invalid, status-conflict
 */
export function completeProcess(
  context: ServiceContext,
  session: Session,
  processId: string,
  input: { version: number; hash: string },
): Promise<ProcessRow> {
  return context.storage.db.transaction().execute(async (trx) => {
    const row = await loadOwned(context, trx, session, processId);
    assertVersion(row, input.version);
    const metadata = metadataOf(context, row);
    const form = formOf(context, metadata, row.locale);
    const { data, errors } = await validateOnServer(form, row.data);
    const missing = await missingFiles(trx, row.id, form, data);
    if (errors.length > 0 || missing.length > 0) {
      throw new ProblemError('form-invalid', {
        fields: [
          ...errors.map((error) => ({ name: error.path, reason: error.rule as string })),
          ...missing.map((path) => ({ name: path, reason: 'file' })),
        ],
      });
    }
    if (confirmationHash(context, row) !== input.hash) throw new ProblemError('summary-changed');
    return moveProcess(
      context,
      trx,
      row,
      { type: 'form.completed', feeCents: feeCents(metadata, data) },
      { data: json(data), confirmedHash: input.hash, confirmedAt: context.now() },
    );
  });
}

/** Data paths of files that the form names and the process does not have: someone else's id is one of them. */
async function missingFiles(
  trx: Trx,
  processId: string,
  form: FormDefinition,
  data: FormData,
): Promise<string[]> {
  const named = filesIn(form, data);
  if (named.length === 0) return [];
  const stored = await trx
    .selectFrom('file')
    .select('id')
    .where('processId', '=', processId)
    .where('kind', '=', 'upload')
    .execute();
  const known = new Set(stored.map(({ id }) => id));
  return named.filter(({ file }) => !known.has(file.id)).map(({ path }) => path);
}
