import type { SnapshotFrom } from 'xstate';
import type { buildMachine } from './build.machine.ts';

type Snapshot = SnapshotFrom<typeof buildMachine>;

export type BuildAge = 'unknown' | 'current' | 'outdated';

/** Whether the page is made of the newest build, as last reported. */
export function selectBuildAge({ context: { own, latest } }: Snapshot): BuildAge {
  if (own === null || latest === null) return 'unknown';
  return own === latest ? 'current' : 'outdated';
}

/**
 * The page's script could not be loaded and must not be reloaded automatically: the error text with a way to continue
 * is due.
 */
export const selectIsStuck = (snapshot: Snapshot): boolean => snapshot.matches({ scripts: 'stuck' });

/** The page is about to be reloaded: any broken part of it need not be shown. */
export const selectIsReloading = (snapshot: Snapshot): boolean =>
  (['judging', 'securing', 'reloading'] as const).some((scripts) => snapshot.matches({ scripts }));

/** The next page must be loaded in full: the scripts of this build are gone, or may be. */
export const selectNavigatesFully = (snapshot: Snapshot): boolean =>
  selectBuildAge(snapshot) === 'outdated' || selectIsStuck(snapshot);
