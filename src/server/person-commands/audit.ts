import type { ServerContext } from '#server/context.ts';
import type { Actor, PersonCommandOutcome } from '#server/security/events.ts';
import { type PersonAsk, PersonCommandRefused } from './ask.ts';
import type { Target } from './target.ts';

/** Writes into the security log what an operator does with a person's data, by their own words. */
export type Audit = {
  actor: Actor;
  /** Writes down the outcome. */
  note(outcome: PersonCommandOutcome): void;
  /**
   * Writes down what is asked, before it is done.
   * @throws PersonCommandRefused where the log or the trail cannot be written
   */
  ask(): void;
  /** Whether everything that was done could be written down. */
  isWritten(): boolean;
};

/** @param target null where nothing was found */
export function auditOf({ security, trail }: ServerContext, ask: PersonAsk, target: Target | null): Audit {
  const { command, by, reason: because, dryRun } = ask;
  const actor = { operator: by, person: target?.userId ?? null };
  const process = target?.processId ?? null;
  const asked = {
    event: 'operator',
    action: `person-${command}`,
    by,
    because,
    dryRun,
    ...(process !== null && { process }),
  } as const;
  const isWritten = () => {
    try {
      security.assertWritten();
      trail.assertWritten();
      return true;
    } catch {
      return false;
    }
  };
  const note = (outcome: PersonCommandOutcome) => security.record({ ...asked, ...outcome }, actor);
  return {
    actor,
    note,
    isWritten,
    ask: () => {
      note({ outcome: 'requested' });
      if (!isWritten())
        throw new PersonCommandRefused('Nothing was done: the security log or the trail cannot be written');
    },
  };
}
