import type { ServerContext } from '#server/context.ts';
import { applicantOf, hasPostbox } from '#server/processes/applicant.ts';
import { accepts } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { moveProcess } from '#server/workflow/move.ts';

/**
 * Updates the drafts of a person who has just logged in with the account's current postbox: it may be new, or closed
 * since. What is being sent continues as it was confirmed.
 */
export async function followPostbox(context: ServerContext, session: Session): Promise<void> {
  if (session.userId === null) return;
  const applicant = applicantOf(session);
  const event = {
    type: 'user.changed',
    authenticatedAfterCompletion: false,
    hasPostbox: hasPostbox(session),
  } as const;
  await context.storage.db.transaction().execute(async (trx) => {
    const drafts = await trx
      .selectFrom('process')
      .selectAll()
      .where('userId', '=', session.userId)
      .where('status', '!=', 'SUBMITTED')
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const draft of drafts) {
      const isKnown = draft.applicant?.postboxHandle === applicant?.postboxHandle;
      if (isKnown || !accepts(draft, event)) continue;
      await moveProcess(context, trx, draft, event, { applicant: json(applicant) }, 'service');
    }
  });
}
