import type { Row } from '../kit/advance.ts';
import type { sentApplicationMachine } from './sentApplication.machine.ts';
import type { SentApplicationEvent } from './sentApplication.types.ts';

export { apiStatuses } from './sentApplication.types.ts';

/** A sent application as the server stores it. */
export type SentApplicationRow = Row<typeof sentApplicationMachine>;

/** The status is final: the delivery service need not be asked again. */
export const isSettled = (row: SentApplicationRow): boolean =>
  row.state === 'successfullySubmitted' || row.state === 'processingError';

/** One verified event of the delivery log, as the delivery service names it. */
export type VerifiedEvent = {
  kind: 'create' | 'submit' | 'notify' | 'forward' | 'reject' | 'accept' | 'delete';
  /** Moment of the event, ISO 8601. */
  issuedAt: string;
  problems: { title?: string; detail?: string }[];
};

const types = {
  create: 'delivery.created',
  submit: 'delivery.submitted',
  notify: 'delivery.notified',
  forward: 'delivery.forwarded',
  accept: 'delivery.accepted',
  delete: 'delivery.deleted',
} as const;

/** The machine's event for a verified entry of the delivery log. */
export function eventOf({ kind, issuedAt, problems }: VerifiedEvent): SentApplicationEvent {
  if (kind === 'reject') {
    return {
      type: 'delivery.rejected',
      issuedAt,
      problems: problems.map((problem) => problem.title ?? problem.detail ?? ''),
    };
  }
  return { type: types[kind], issuedAt };
}
