import type { CommandOutput } from '#server/commands/command-socket.ts';
import type { ServerContext } from '#server/context.ts';
import { type PersonAsk, readAsk } from './ask.ts';
import { type Audit, auditOf } from './audit.ts';
import { erase, previewErasure } from './erase.ts';
import { removeApplication } from './remove.ts';
import { takeCopy } from './take-copy.ts';
import { findTarget, type Target } from './target.ts';
import { whyNotFound } from './wording.ts';

/**
 * Does for an operator what people do by themselves in their personal area: takes a copy, removes a sent application,
 * deletes everything. The same rules hold. The security log has it before anything is done, and its outcome.
 * @param asked unchecked (PersonAsk)
 * @returns whether all of it was done, or would be
 * @throws PersonCommandRefused; nothing was done then
 */
export async function runPersonCommand(
  context: ServerContext,
  asked: unknown,
  output: CommandOutput,
): Promise<boolean> {
  const ask = readAsk(asked);
  const found = await findTarget(context, ask);
  const target = typeof found === 'string' ? null : found;
  const audit = auditOf(context, ask, target);
  audit.ask();
  if (typeof found === 'string') {
    audit.note({ outcome: 'refused', reason: found });
    output.tell(whyNotFound[found]);
    return false;
  }
  try {
    const isDone = await commandOf(context, ask, found, { ...output, audit });
    if (found.processId !== null) output.tell(`In the security log it is the application ${found.processId}`);
    if (audit.isWritten()) return isDone;
    output.tell('The security log or the trail could not be written meanwhile: note yourself what was done');
    return false;
  } catch (error) {
    audit.note({ outcome: 'failed' });
    throw error;
  }
}

function commandOf(
  context: ServerContext,
  ask: PersonAsk,
  target: Target,
  given: CommandOutput & { audit: Audit },
): Promise<boolean> {
  if (ask.command === 'export') return copy(context, ask, target, given);
  if (target.of === 'application') return removeApplication(context, ask, target, given);
  return ask.dryRun
    ? previewErasure(context, ask, target.userId, given)
    : erase(context, ask, target.userId, given);
}

async function copy(
  context: ServerContext,
  { dryRun, lang }: PersonAsk,
  target: Target,
  { tell, out, audit }: CommandOutput & { audit: Audit },
): Promise<boolean> {
  const whose = target.of === 'person' ? 'everything of this person' : `the application ${target.ticket}`;
  if (dryRun) tell(`A copy would have ${whose}`);
  else {
    const missing = await takeCopy(
      context,
      target.of === 'person'
        ? { whose: 'person', userId: target.userId }
        : { whose: 'application', processId: target.processId },
      lang,
      out,
    );
    tell(`The copy has ${whose}`);
    for (const line of missing) tell(line);
  }
  audit.note({ outcome: 'succeeded' });
  return true;
}
