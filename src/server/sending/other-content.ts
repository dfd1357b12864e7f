import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';

/**
 * For this long a form that says something else than what was confirmed may be another process's: then its person has
 * to see it again.
 */
const CHANGED_FOR_MS = 3_600_000;

/**
 * Whether the content of another process may fit: while new content is rolled out, two versions of it are at work. A
 * form that is unknown here is waited for as long as it takes; one that has changed, for an hour after the application
 * was to be sent.
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
