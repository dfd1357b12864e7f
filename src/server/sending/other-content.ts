import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';

/**
 * Time for which a form that differs from the confirmed one may belong to another process's content. After it the
 * person has to see the form again.
 */
const CHANGED_FOR_MS = 3_600_000;

/**
 * Whether the content of another process may fit: while new content is rolled out, two versions are in use. An
 * unknown form is waited for without limit; a changed one for an hour after the application was to be sent.
 */
export async function fitsElsewhere(
  { storage, now }: ServerContext,
  processId: string,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof ProblemError)) return false;
  if (error.code === 'form-not-found') return true;
  if (error.code !== 'summary-changed') return false;
  const row = await storage.db
    .selectFrom('process')
    .select('updatedAt')
    .where('id', '=', processId)
    .executeTakeFirst();
  return row !== undefined && now().getTime() - row.updatedAt.getTime() < CHANGED_FOR_MS;
}
