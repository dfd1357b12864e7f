import type { SnapshotFrom } from 'xstate';
import type { loadingMachine } from './loading.machine.ts';

type Snapshot = SnapshotFrom<typeof loadingMachine>;

export type LoadingBar = 'hidden' | 'running' | 'completing';

/** The look of the bar. */
export function selectLoadingBar({ value }: Snapshot): LoadingBar {
  if (value === 'shown') return 'running';
  return value === 'completing' ? 'completing' : 'hidden';
}
