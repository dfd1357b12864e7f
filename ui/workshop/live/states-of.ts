import type { StateNames } from '#contract/inspection.ts';

/** Paths of all states that are active, the outer ones first. */
export function activePaths(value: StateNames | null, before = ''): string[] {
  if (value === null) return [];
  if (typeof value === 'string') return [before + value];
  return Object.entries(value).flatMap(([state, inner]) => [
    before + state,
    ...activePaths(inner, `${before}${state}.`),
  ]);
}

/** Paths of the innermost active states: people would call these the state. */
export const leafPaths = (value: StateNames | null): string[] => {
  const all = activePaths(value);
  return all.filter((path) => !all.some((other) => other.startsWith(`${path}.`)));
};
