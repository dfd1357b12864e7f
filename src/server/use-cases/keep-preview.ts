import type { ServerContext } from '#server/context.ts';
import { storePreview } from '#server/files/previews.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';

/**
 * Keeps a picture in small beside its file, as long as the data may be changed.
 * @param preview.jpeg in base64
 * @param preview.caller the sender: examinations take turns
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, status-conflict, file-type-refused,
 * file-damaged, check-unavailable
 */
export async function keepPreview(
  context: ServerContext,
  session: Session,
  processId: string,
  preview: { fileId: string; jpeg: string; caller: string },
): Promise<void> {
  const grounds = { version: null, accepts: { type: 'form.progressed' } as const };
  await act(context, session, processId, grounds, async () => undefined);
  await storePreview(context, processId, preview);
}
