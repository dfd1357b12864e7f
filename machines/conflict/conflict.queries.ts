import type { ConflictContext, Decided } from './conflict.types.ts';

/** The choices as the server takes them. */
export function decidedOf({ processId, locale, conflict, choices }: ConflictContext): Decided {
  const keys = (conflict?.differences ?? []).map(({ key }) => key);
  return {
    processId,
    locale,
    version: conflict?.version ?? 0,
    hash: conflict?.hash ?? '',
    apply: keys.filter((key) => choices[key] === 'apply'),
    correct: keys.filter((key) => choices[key] === 'correct'),
  };
}

/** The form page with the first entry that the person corrects; null when there is none. */
export const pageToCorrect = ({ conflict, choices }: ConflictContext): string | null =>
  conflict?.differences.find(({ key }) => choices[key] === 'correct')?.page ?? null;
