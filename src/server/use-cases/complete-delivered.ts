import type { ServerContext } from '#server/context.ts';
import { accepts } from '#server/processes/row.ts';
import { actByItself } from '#server/workflow/act.ts';

/** Completes an application that the authority has, but whose receipt or message to the person is missing. */
export async function completeDelivered(context: ServerContext, processId: string): Promise<void> {
  const event = { type: 'submission.requested' } as const;
  await actByItself(context, processId, 'server', async ({ row, move }) => {
    if (accepts(row, event)) await move(event);
  });
}
