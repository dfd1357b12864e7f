import type { FormData } from '#forms/types.ts';
import type { EngineForm } from '#server/ports/form.ts';
import type { Trx } from '#server/storage/database.ts';

/**
 * Erases the uploads that the form data no longer names, because the person has removed them. Uploads that were never
 * named stay, because another window may be about to add them to the form.
 */
export async function eraseDropped(
  trx: Trx,
  processId: string,
  form: EngineForm,
  before: FormData,
  after: FormData,
): Promise<void> {
  const had = form.fileIds(before);
  if (had.length === 0) return;
  const named = new Set(form.fileIds(after));
  const dropped = had.filter((id) => !named.has(id));
  if (dropped.length === 0) return;
  await trx
    .deleteFrom('file')
    .where('processId', '=', processId)
    .where('kind', '=', 'upload')
    .where('id', 'in', dropped)
    .execute();
}
