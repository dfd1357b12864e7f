import type { ServerContext } from '#server/context.ts';
import type { ProcessRow, Spoken } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';

/** Chooses whether the notice is electronic. @throws ProblemError not-found, version-conflict, status-conflict */
export const chooseNotice = (
  context: ServerContext,
  session: Session,
  processId: string,
  {
    version,
    electronicNoticeDelivery,
    lang,
  }: { version: number; electronicNoticeDelivery: boolean } & Spoken,
): Promise<ProcessRow> =>
  act(context, session, processId, { version, accepts: null, lang, edits: true }, ({ move }) =>
    move({ type: 'notice.chosen', accepted: electronicNoticeDelivery }),
  );
