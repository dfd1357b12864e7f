import type { ServerContext } from '#server/context.ts';
import { earlierNames, earlierPieces, earlierPreviews } from '#server/files/seal-earlier.ts';
import { earlierHandIns } from '#server/hand-ins/seal-earlier.ts';
import { earlierProcesses } from '#server/processes/seal-earlier.ts';
import { attempt } from '#server/storage/attempt.ts';
import { sealRows } from '#server/storage/seal-rows.ts';
import { earlierSubmissions } from '#server/submission/seal-earlier.ts';

/** Time of one run; the rest is left to the next run, a minute after this one. */
const RUN_MS = 20_000;

/**
 * Seals what an earlier version of the server has stored open, while people work: also what one writes that still runs
 * beside this one. Once nothing is left, each table costs a look into an empty index.
 */
export async function sealEarlier(context: ServerContext): Promise<void> {
  const end = performance.now() + RUN_MS;
  const isOver = () => performance.now() > end;
  const count: Record<string, number> = {};
  const seal = (part: string, work: () => Promise<number>) =>
    attempt(context, { part }, async () => {
      const sealed = await work();
      if (sealed > 0) count[part] = sealed;
    });
  await seal('process', () => sealRows(context, earlierProcesses(context), isOver));
  await seal('submission', () => sealRows(context, earlierSubmissions(context), isOver));
  await seal('hand_in', () => sealRows(context, earlierHandIns(context), isOver));
  await seal('file', () => sealRows(context, earlierNames(context), isOver));
  await seal('preview', () => sealRows(context, earlierPreviews(context), isOver));
  await seal('file_chunk', () => sealRows(context, earlierPieces(context), isOver));
  if (Object.keys(count).length === 0) return;
  context.log.info({ count, isDone: !isOver() }, 'sealed what an earlier version has stored');
}
