import { type Selectable, sql } from 'kysely';
import { ENTRIES } from '#server/journal/entries.ts';
import { refundState } from '#server/payment/refund.ts';
import type { Database } from '#server/storage/database.ts';
import type { JournalTable } from '#server/storage/tables.ts';
import type { Course, CourseEntry } from './course.ts';

/** The course of an application with the names that operators know it by. */
export type KnownCourse = Course & { id: string; ticketNumber: string | null };

/** Sorts before every id. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the courses of the next applications by id, as they were at one moment.
 * @param after id behind which to read
 */
export const readCourses = (db: Database, after: string, limit: number): Promise<KnownCourse[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const found = await trx
        .selectFrom('process')
        .leftJoin('submission', 'submission.processId', 'process.id')
        .select(['process.id', 'process.status', 'submission.ticketNumber'])
        .select(['submission.state', 'submission.sentState'])
        .select([
          sql<boolean>`coalesce((process.context ->> 'running')::boolean, false)`.as('running'),
          sql<number>`coalesce((process.context ->> 'paidCents')::int, 0)`.as('heldCents'),
        ])
        .where('process.id', '>', after)
        .orderBy('process.id')
        .limit(limit)
        .execute();
      if (found.length === 0) return [];
      const ids = found.map(({ id }) => id);
      const entries = await trx
        .selectFrom('journal')
        .selectAll()
        .where('processId', 'in', ids)
        .orderBy('id')
        .execute();
      const payments = await trx
        .selectFrom('payment')
        .leftJoin('refund', 'refund.paymentId', 'payment.id')
        .select(['payment.processId', 'payment.attempt', 'payment.state'])
        .select([
          sql<number>`coalesce((payment.context ->> 'paidCents')::int, 0)`.as('paidCents'),
          sql<string | null>`case when refund.payment_id is not null then ${refundState} end`.as('refund'),
        ])
        .where('payment.processId', 'in', ids)
        .orderBy('payment.attempt')
        .execute();
      const mails = await trx
        .selectFrom('mail')
        .select(['processId', 'number as attempt', 'state'])
        .where('processId', 'in', ids)
        .execute();
      const handIns = await trx
        .selectFrom('handIn')
        .select(['processId', 'number as attempt', 'state'])
        .where('processId', 'in', ids)
        .execute();
      const [journal, paid, mailed, handed] = [
        byProcess(entries),
        byProcess(payments),
        byProcess(mails),
        byProcess(handIns),
      ];
      return found.map(({ id, status, ticketNumber, state, sentState, running, heldCents }) => {
        const own = paid.get(id) ?? [];
        const sum = (rows: typeof own) => rows.reduce((cents, { paidCents }) => cents + paidCents, 0);
        const alone = { attempt: null };
        return {
          id,
          ticketNumber,
          ...inOrder(journal.get(id) ?? []),
          running,
          places: [
            { machine: 'process', ...alone, state: status },
            ...(state === null ? [] : [{ machine: 'submission' as const, ...alone, state }]),
            ...(sentState === null
              ? []
              : [{ machine: 'sentApplication' as const, ...alone, state: sentState }]),
            ...own.map((one) => ({ machine: 'payment' as const, attempt: one.attempt, state: one.state })),
            ...own.flatMap(({ attempt, refund }) =>
              refund === null ? [] : [{ machine: 'refund' as const, attempt, state: refund }],
            ),
            ...(mailed.get(id) ?? []).map((one) => ({ ...one, machine: 'mail' as const })),
            ...(handed.get(id) ?? []).map((one) => ({ ...one, machine: 'handIn' as const })),
          ],
          money: {
            paidCents: sum(own),
            heldCents,
            returnedCents: sum(own.filter(({ refund }) => refund !== null)),
          },
          deliveries: null,
        };
      });
    });

const byProcess = <T extends { processId: string }>(rows: T[]): Map<string, T[]> =>
  Map.groupBy(rows, ({ processId }) => processId);

const inOrder = (rows: Selectable<JournalTable>[]): Pick<Course, 'entries' | 'isInOrder'> => ({
  entries: rows
    .filter(({ refused }) => !refused)
    .map(
      ({ machine, attempt, event, stateBefore, stateAfter, rule, mover, times }): CourseEntry => ({
        ...{ machine, attempt, event, from: stateBefore, to: stateAfter ?? '', rule, by: mover, times },
      }),
    ),
  isInOrder: rows.length < ENTRIES,
});
