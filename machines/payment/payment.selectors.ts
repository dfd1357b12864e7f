import type { Row } from '../kit/advance.ts';
import type { paymentMachine } from './payment.machine.ts';

/** A payment attempt as the server stores it. */
export type PaymentRow = Row<typeof paymentMachine>;

/** The person can still pay by this attempt. */
export const isOpen = (row: PaymentRow): boolean => row.state === 'created' || row.state === 'pending';

/** The one open attempt of a process; a new one may only be opened when there is none. */
export const openAttempt = <R extends PaymentRow>(attempts: readonly R[]): R | undefined =>
  attempts.find(isOpen);

/** The provider is to be asked regularly: the outcome is not known yet. */
export const isToBeAsked = (row: PaymentRow): boolean => isOpen(row) || row.state === 'superseded';

/** The outcome stands but may still turn into paid: worth asking a few times more. */
export const mayTurnPaid = (row: PaymentRow): boolean => row.state === 'failed' || row.state === 'cancelled';
