import type { SnapshotFrom } from 'xstate';
import type { loginsMachine } from './logins.machine.ts';

type Snapshot = SnapshotFrom<typeof loginsMachine>;

export const selectLoginsAreLoading = (snapshot: Snapshot): boolean => snapshot.matches('loading');
export const selectLoginsHaveFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');
export const selectLoginIsEnding = (snapshot: Snapshot): boolean => snapshot.matches('ending');
