import type { SnapshotFrom } from 'xstate';
import type { SentApplicationStatus } from '../sentApplication/sentApplication.types.ts';
import type { draftsMachine } from './drafts.machine.ts';
import type { DraftView, SentView } from './drafts.types.ts';

type Snapshot = SnapshotFrom<typeof draftsMachine>;

export type Deletion = 'none' | 'confirming' | 'confirmingPaid' | 'deleting';

/** What the dialog asks; `none` when it is closed. */
export function selectDeletion(snapshot: Snapshot): Deletion {
  if (snapshot.matches('confirming')) return 'confirming';
  if (snapshot.matches('confirmingPaid')) return 'confirmingPaid';
  return snapshot.matches('deleting') || snapshot.matches('reconsidering') ? 'deleting' : 'none';
}
export const selectListsAreLoading = (snapshot: Snapshot): boolean => snapshot.matches('loading');
export const selectListsHaveFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');

const statuses: Record<SentView['status'], SentApplicationStatus> = {
  SUBMITTED: 'submitted',
  SUCCESSFULLY_SUBMITTED: 'successfullySubmitted',
  PROCESSING_ERROR: 'processingError',
  UNKNOWN: 'unknown',
};

/** The status to show; `pending` until it was read for the first time. */
export const sentApplicationStatus = ({
  status,
  statusChecked,
}: Pick<SentView, 'status' | 'statusChecked'>): SentApplicationStatus =>
  statusChecked === null ? 'pending' : statuses[status];

/** The status may still change. */
export function sentApplicationIsOpen(sent: Pick<SentView, 'status' | 'statusChecked'>): boolean {
  const status = sentApplicationStatus(sent);
  return status !== 'successfullySubmitted' && status !== 'processingError';
}

/** The draft may change without the person: it is being sent, or its payment may come in. */
export const draftIsMoving = ({ running, status }: Pick<DraftView, 'running' | 'status'>): boolean =>
  running || status === 'PAYMENT_PENDING';
