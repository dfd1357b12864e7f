import type { ServerContext } from '#server/context.ts';
import { dropMails } from '#server/mails/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';

/**
 * Stores whether the person wants e-mails about an application. Those that wait are dropped where they want none.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low
 */
export const chooseMails = (
  context: ServerContext,
  session: Session,
  processId: string,
  wanted: boolean,
): Promise<void> =>
  act(context, session, processId, { version: null, accepts: null }, async ({ trx, row }) => {
    const choice = { wantsMails: wanted, ...(!wanted && { mailTo: null }) };
    await trx.updateTable('process').set(choice).where('id', '=', row.id).execute();
    if (!wanted) await dropMails(context, trx, row.id);
  });
