import type { CommandOutput } from '#server/commands/command-socket.ts';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { ProblemError } from '#server/problem-error.ts';
import { lockProcess } from '#server/processes/row.ts';
import { openWhatOpens } from '#server/processes/sealed-row.ts';
import { assertRemovable } from '#server/use-cases/remove-sent.ts';
import { eraseProcess } from '#server/workflow/erase.ts';
import type { PersonAsk } from './ask.ts';
import type { Audit } from './audit.ts';
import type { Target } from './target.ts';
import { whyItStays, whyNotFound } from './wording.ts';

/** Removes one sent application from the portal, with or without an account, if nothing of it is under way. */
export async function removeApplication(
  context: ServerContext,
  { dryRun }: PersonAsk,
  { processId, ticket }: Extract<Target, { of: 'application' }>,
  { tell, audit }: CommandOutput & { audit: Audit },
): Promise<boolean> {
  try {
    const isThere = await recorded(context, async (trx) => {
      const row = await lockProcess(context, trx, processId, openWhatOpens);
      if (!row) return false;
      await assertRemovable(context, trx, row);
      if (!dryRun) await eraseProcess(context, trx, row);
      return true;
    });
    if (!isThere) {
      audit.note({ outcome: 'refused', reason: 'unknown-ticket' });
      tell(whyNotFound['unknown-ticket']);
      return false;
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { stays } = error.details;
    audit.note({ outcome: 'refused', reason: stays ?? 'not-sent' });
    tell(`${ticket} stays: ${stays ? whyItStays[stays] : 'it was not sent'}`);
    return false;
  }
  if (dryRun) tell(`${ticket} would be removed with its documents; the authority keeps what it has received`);
  else {
    context.security.record(
      { event: 'deletion', outcome: 'succeeded', what: 'sent', reason: 'operator', process: processId },
      audit.actor,
    );
    tell(`${ticket} is removed with its documents; the authority keeps what it has received`);
  }
  audit.note({ outcome: 'succeeded' });
  return true;
}
