import type { ConflictChoice } from '#domain/conflict.ts';
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

/** The form page with the first entry that the person corrects; null when there is none. */
export const pageToCorrect = ({ conflict, choices }: ConflictContext): string | null =>
  conflict?.differences.find(({ key }) => choices[key] === 'correct')?.page ?? null;
