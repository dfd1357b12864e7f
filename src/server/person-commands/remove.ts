import type { CommandOutput } from '#server/commands/command-socket.ts';
import type { ServerContext } from '#server/context.ts';
import { previewRemoval, type Removal, removeByOperator } from '#server/use-cases/remove-by-operator.ts';
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
  const removal = dryRun
    ? await wouldBe(context, processId)
    : await removeByOperator(context, processId, { seen: null, actor: audit.actor });
  if (removal === 'gone' || removal === 'moved') {
    audit.note({ outcome: 'refused', reason: 'unknown-ticket' });
    tell(whyNotFound['unknown-ticket']);
    return false;
  }
  if (removal !== 'done') {
    const { stays } = removal;
    audit.note({ outcome: 'refused', reason: stays === 'notSent' ? 'not-sent' : stays });
    tell(`${ticket} stays: ${stays === 'notSent' ? 'it was not sent' : whyItStays[stays]}`);
    return false;
  }
  const is = dryRun ? 'would be' : 'is';
  tell(`${ticket} ${is} removed with its documents; the authority keeps what it has received`);
  audit.note({ outcome: 'succeeded' });
  return true;
}

/** Returns the outcome that a removal would have now. */
async function wouldBe(context: ServerContext, processId: string): Promise<Removal> {
  const preview = await previewRemoval(context, processId);
  if (preview === null) return 'gone';
  return preview.stays === null ? 'done' : { stays: preview.stays };
}
