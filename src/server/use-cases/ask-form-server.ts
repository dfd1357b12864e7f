import type { ServerContext } from '#server/context.ts';
import {
  FormCaseLost,
  type FormServer,
  FormServerOutdated,
  FormServerRefused,
} from '#server/ports/form-server.ts';
import { ProblemError } from '#server/problem-error.ts';
import { metadataOf } from '#server/processes/form.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { bySession } from '#server/security/events.ts';
import type { Session } from '#server/sessions/session.ts';
import { aside } from '#server/turn.ts';

/** An application's form server, and the form as its engine has read it. */
export type AskedForm = { server: FormServer; definition: unknown };

/** @throws ProblemError form-not-found; form-server-unavailable when it is not configured (any more) */
export function formServerOf(context: ServerContext, row: Pick<ProcessRow, 'metadataId'>): AskedForm {
  const { fmsType, fmsFormId } = metadataOf(context, row);
  const server = context.formServers.get(fmsType);
  const form = context.content().forms.get(fmsFormId);
  if (!form) throw new ProblemError('form-not-found');
  if (!server) throw new ProblemError('form-server-unavailable');
  return { server, definition: form.definition };
}

/**
 * Asks a form server on behalf of a session. The reason for refusing an answer is logged, without the answer.
 * @throws ProblemError form-session-lost, form-server-refused, form-server-outdated
 * @throws PartnerUnavailable
 */
export async function asked<T>(
  context: ServerContext,
  session: Session,
  processId: string,
  question: () => Promise<T>,
): Promise<T> {
  try {
    return await aside(question);
  } catch (error) {
    if (error instanceof FormCaseLost) throw new ProblemError('form-session-lost');
    if (error instanceof FormServerOutdated) {
      context.log.error({ processId }, 'the form server speaks another version');
      throw new ProblemError('form-server-outdated');
    }
    if (!(error instanceof FormServerRefused)) throw error;
    context.log.warn({ processId, reason: error.message }, 'an answer of the form server was refused');
    context.security.record(
      { event: 'form-server', outcome: 'refused', reason: 'answer', process: processId },
      bySession(session),
    );
    throw new ProblemError('form-server-refused');
  }
}
