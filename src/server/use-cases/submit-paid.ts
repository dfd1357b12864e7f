import type { ServerContext } from '#server/context.ts';
import { actByItself } from '#server/workflow/act.ts';
import { goOn } from '#server/workflow/move.ts';

/** Submits a paid application that lacks nothing else. */
export async function submitPaid(context: ServerContext, processId: string): Promise<void> {
  await actByItself(context, processId, 'server', ({ trx, row }) => goOn(context, trx, row));
}
