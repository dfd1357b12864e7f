import type { ServerContext } from '#server/context.ts';
import type { ProcessRow, Spoken } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';

/** Takes an application with a seen result off the drafts list. @throws ProblemError not-found, status-conflict */
export const acknowledgeResult = (
  context: ServerContext,
  session: Session,
  processId: string,
  { lang }: Spoken,
): Promise<ProcessRow> =>
  act(context, session, processId, { version: null, accepts: null, lang }, ({ move }) =>
    move({ type: 'result.acknowledged' }),
  );
