import type { ConflictChoice, Correction } from '#domain/conflict.ts';
import type { ConflictContext, Decided } from './conflict.types.ts';

/** The choices as the server takes them. */
export function decidedOf({ processId, locale, conflict, choices }: ConflictContext): Decided {
  const keys = (conflict?.differences ?? []).map(({ key }) => key);
  const chosen = (choice: ConflictChoice) => keys.filter((key) => choices[key] === choice);
  return {
    processId,
    locale,
    version: conflict?.version ?? 0,
    hash: conflict?.hash ?? '',
    apply: chosen('apply'),
    keep: chosen('keep'),
    correct: chosen('correct'),
  };
}

/** The fields that the person corrects in the form, in its order. */
export const correctionsOf = ({ conflict, choices }: ConflictContext): Correction[] =>
  (conflict?.differences ?? [])
    .filter(({ key }) => choices[key] === 'correct')
    .map(({ key, page }) => ({ key, page }));
