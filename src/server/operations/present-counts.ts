import type { StatusMachine } from '#domain/status-machine.ts';
import { refundState } from '#server/payment/refund.ts';
import type { Database } from '#server/storage/database.ts';

export type PresentCount = { state: string; count: number };

/** Counts the processes in each state of each machine now, of those that may be counted. */
export async function presentCounts(db: Database): Promise<Record<StatusMachine, PresentCount[]>> {
  const [process, payment, submission, sentApplication, handIn, mail, refund, interruption] =
    await Promise.all([
      db
        .selectFrom('process')
        .select((eb) => ['status as state', eb.fn.countAll<string>().as('count')])
        .where('counted', '=', true)
        .groupBy('status')
        .execute(),
      db
        .selectFrom('payment')
        .innerJoin('process', 'process.id', 'payment.processId')
        .select((eb) => ['payment.state', eb.fn.countAll<string>().as('count')])
        .where('process.counted', '=', true)
        .groupBy('payment.state')
        .execute(),
      db
        .selectFrom('submission')
        .innerJoin('process', 'process.id', 'submission.processId')
        .select((eb) => ['submission.state', eb.fn.countAll<string>().as('count')])
        .where('process.counted', '=', true)
        .groupBy('submission.state')
        .execute(),
      db
        .selectFrom('submission')
        .innerJoin('process', 'process.id', 'submission.processId')
        .select((eb) => ['submission.sentState as state', eb.fn.countAll<string>().as('count')])
        .where('process.counted', '=', true)
        .groupBy('submission.sentState')
        .execute(),
      db
        .selectFrom('handIn')
        .innerJoin('process', 'process.id', 'handIn.processId')
        .select((eb) => ['handIn.state', eb.fn.countAll<string>().as('count')])
        .where('process.counted', '=', true)
        .groupBy('handIn.state')
        .execute(),
      db
        .selectFrom('mail')
        .innerJoin('process', 'process.id', 'mail.processId')
        .select((eb) => ['mail.state', eb.fn.countAll<string>().as('count')])
        .where('process.counted', '=', true)
        .groupBy('mail.state')
        .execute(),
      db
        .selectFrom('refund')
        .innerJoin('process', 'process.id', 'refund.processId')
        .select((eb) => [refundState.as('state'), eb.fn.countAll<string>().as('count')])
        .where('process.counted', '=', true)
        .groupBy('state')
        .execute(),
      db
        .selectFrom('interruption')
        .select((eb) => ['state', eb.fn.countAll<string>().as('count')])
        .groupBy('state')
        .execute(),
    ]);
  const numbers = (rows: { state: string; count: string }[]) =>
    rows.map(({ state, count }) => ({ state, count: Number(count) }));
  return {
    process: numbers(process),
    payment: numbers(payment),
    submission: numbers(submission),
    sentApplication: numbers(sentApplication),
    handIn: numbers(handIn),
    mail: numbers(mail),
    refund: numbers(refund),
    interruption: numbers(interruption),
  };
}
