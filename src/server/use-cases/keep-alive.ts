import type { ServerContext } from '#server/context.ts';
import { availableUntil, keepUntil } from '#server/processes/availability.ts';
import { metadataOf } from '#server/processes/form.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';

/** Keeps an open process alive. @throws ProblemError not-found, draft-expired */
export const keepAlive = (context: ServerContext, session: Session, processId: string): Promise<Date> =>
  act(context, session, processId, { version: null, accepts: null }, async ({ trx, row }) => {
    if (row.status === 'SUBMITTED') return row.availableUntil;
    const until = availableUntil(session, metadataOf(context, row), context.now());
    await keepUntil(trx, row.id, until);
    return until;
  });
