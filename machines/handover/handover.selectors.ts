import type { SnapshotFrom } from 'xstate';
import type { handoverMachine } from './handover.machine.ts';

type Snapshot = SnapshotFrom<typeof handoverMachine>;

export type HandoverScreen = 'waiting' | 'departure' | 'leaving' | 'told' | 'refused' | 'failed';

/** The screen of a hand-over; `waiting` until it is known. */
export function selectHandoverScreen(snapshot: Snapshot): HandoverScreen {
  if (snapshot.matches('offered') || snapshot.matches('sending') || snapshot.matches('sent'))
    return 'departure';
  if (snapshot.matches('leaving')) return 'leaving';
  if (snapshot.matches('told')) return 'told';
  if (snapshot.matches('refused')) return 'refused';
  return snapshot.matches('failed') ? 'failed' : 'waiting';
}
export const selectIsHandingOver = (snapshot: Snapshot): boolean => snapshot.matches('sending');
