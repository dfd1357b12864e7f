import type { Interrupted, Said } from '#domain/interruption.ts';
import type { ServerContext } from '#server/context.ts';
import { moveInterruption } from '#server/interruptions/row.ts';

/** A step that an operator wants to take with an interruption, and how it stood when they looked. */
export type InterruptionMove = {
  what: Interrupted;
  seen: string;
} & ({ step: 'say'; said: Omit<Said, 'at'> } | { step: 'end' });

/**
 * Says or ends an interruption; people are told at once by this process, and within a second by the others.
 * @returns `moved` where something else has happened since the operator looked; `refused` where it would be over before
 * it begins. In both cases nothing was changed.
 */
export async function interrupt(
  { storage, interruptions, now }: ServerContext,
  move: InterruptionMove,
): Promise<'done' | 'moved' | 'refused'> {
  const present = now();
  const at = present.toISOString();
  const event =
    move.step === 'say'
      ? ({ type: 'interruption.said', at, said: { ...move.said, at } } as const)
      : ({ type: 'interruption.ended' } as const);
  const outcome = await storage.db
    .transaction()
    .execute((trx) => moveInterruption(trx, move.what, { event, seen: move.seen, at: present }));
  await interruptions.look();
  return outcome;
}
