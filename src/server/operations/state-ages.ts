import { sql } from 'kysely';
import type { AnyStateMachine } from 'xstate';
import type { StatusMachine } from '#domain/status-machine.ts';
import { handInMachine } from '#machines/handIn/handIn.machine.ts';
import { mailMachine } from '#machines/mail/mail.machine.ts';
import { paymentMachine } from '#machines/payment/payment.machine.ts';
import { submissionMachine } from '#machines/submission/submission.machine.ts';
import { refundState } from '#server/payment/refund.ts';
import type { Database } from '#server/storage/database.ts';

export type StateAge = { machine: StatusMachine; state: string; since: Date };

/** The ends of a machine, in which its rows stay. */
const endsOf = ({ states }: AnyStateMachine) =>
  sql.join(
    Object.values(states)
      .filter(({ type }) => type === 'final')
      .map(({ key }) => key),
  );

/**
 * Returns since when the oldest row has been in each state that is no end of its machine: e-mails and documents handed in
 * later since they were made, money since it is to be returned, a submission since its application was sent.
 */
export async function stateAges(db: Database): Promise<StateAge[]> {
  const { rows } = await sql<StateAge>`
    select 'process' as machine, status as state, min(status_changed) as since from process
      where status <> 'SUBMITTED' group by status
    union all
    select 'payment', state, min(changed_at) from payment
      where state not in (${endsOf(paymentMachine)}) group by state
    union all
    select 'submission', submission.state, min(status_changed)
      from submission join process on process.id = submission.process_id
      where submission.state not in (${endsOf(submissionMachine)}) group by submission.state
    union all
    select 'handIn', state, min(created_at) from hand_in
      where state not in (${endsOf(handInMachine)}) group by state
    union all
    select 'mail', state, min(created_at) from mail
      where state not in (${endsOf(mailMachine)}) group by state
    union all
    select 'refund', ${refundState}, min(noted_at) from refund
      where refunded_at is null group by 2`.execute(db);
  return rows;
}
