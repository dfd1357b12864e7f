import type { SnapshotFrom } from 'xstate';
import type { portalMachine } from '../portal/portal.machine.ts';
import type { draftsMachine } from './drafts.machine.ts';

type Snapshot = SnapshotFrom<typeof draftsMachine>;

/** The part of the lists that the address of the page asks for, to be read by `askedOf`. */
export const selectAsked = ({ context }: SnapshotFrom<typeof portalMachine>) => context.asked ?? '';

export type Deletion = 'none' | 'confirming' | 'confirmingPaid' | 'deleting';

/** The question of the dialog; `none` when it is closed. */
export function selectDeletion(snapshot: Snapshot): Deletion {
  if (snapshot.matches('confirming')) return 'confirming';
  if (snapshot.matches('confirmingPaid')) return 'confirmingPaid';
  return snapshot.matches('deleting') || snapshot.matches('reconsidering') ? 'deleting' : 'none';
}
export const selectListsAreLoading = (snapshot: Snapshot): boolean => snapshot.matches('loading');
export const selectListsHaveFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');
