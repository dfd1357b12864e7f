import type { DraftView, SentView } from '#contract/personal-area.ts';
import type { SentStatus } from '#domain/sent-status.ts';
import type { SentApplicationStatus } from '../sentApplication/sentApplication.types.ts';

const statuses: Record<SentStatus, SentApplicationStatus> = {
  SUBMITTED: 'submitted',
  SUCCESSFULLY_SUBMITTED: 'successfullySubmitted',
  PROCESSING_ERROR: 'processingError',
  UNKNOWN: 'unknown',
};

/** The status to show; `pending` before it is first read. */
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

/** A hand-in is on its way to the authority. */
export const handInIsWaiting = ({ owed }: Pick<SentView, 'owed'>): boolean =>
  owed?.handIns.some(({ state }) => state === 'waiting') ?? false;

/** The draft may change without the person: it is being sent, or its payment may arrive. */
export const draftIsMoving = ({ running, status }: Pick<DraftView, 'running' | 'status'>): boolean =>
  running || status === 'PAYMENT_PENDING';
