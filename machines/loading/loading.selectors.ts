import type { SnapshotFrom } from 'xstate';
import type { loadingMachine } from './loading.machine.ts';

type Snapshot = SnapshotFrom<typeof loadingMachine>;

export type LoadingBar = 'hidden' | 'running' | 'completing';

/** How the bar looks. */
export function selectLoadingBar({ value }: Snapshot): LoadingBar {
  if (value === 'shown') return 'running';
  return value === 'completing' ? 'completing' : 'hidden';
}
