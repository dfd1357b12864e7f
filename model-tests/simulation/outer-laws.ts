import { sql } from 'kysely';
import type { ProcessStatus } from '#domain/process-status.ts';
import { breachesOf } from '#server/journal-check/laws.ts';
import { BEFORE_ALL, readCourses } from '#server/journal-check/read-courses.ts';
import type { World } from './world.ts';

/** An application as a run has seen it, also of one that is gone. */
export type Seen = {
  id: string;
  /** Null once it is gone. */
  status: ProcessStatus | null;
  statuses: Set<ProcessStatus>;
};

/** Time for which the provider is asked about a payment (payment/attempt.ts). */
const ASKED_FOR_MS = 14 * 86_400_000;

/**
 * Returns every breach: of the laws of a journal, and of what only the partners know beside it.
 * @param seen all applications of the run
 * @param isAtRest whether all that can go on has gone on: then nothing is under way any more
 */
export async function breachesIn(world: World, seen: readonly Seen[], isAtRest: boolean): Promise<string[]> {
  const { db } = world;
  const { submissions, payments } = world.partners();
  const nameOf = (id: string) => `application ${seen.findIndex((one) => one.id === id) + 1}`;
  const arrived = (id: string) =>
    [...submissions.values()].filter(({ processId, received }) => processId === id && received > 0).length;
  const breaches = [...world.unexpected()];

  const courses = await readCourses(db, BEFORE_ALL, 100);
  for (const course of courses) {
    for (const { law, what } of breachesOf({ ...course, deliveries: arrived(course.id) }))
      breaches.push(`${nameOf(course.id)}, ${law}: ${what}`);
  }
  for (const one of seen) {
    if (arrived(one.id) > 1) breaches.push(`${nameOf(one.id)} arrived ${arrived(one.id)} times`);
  }
  if (!isAtRest) return breaches;

  const stored = new Map(courses.map((course) => [course.id, course]));
  for (const course of courses) {
    if (course.running) breaches.push(`${nameOf(course.id)} is being sent for ever`);
  }
  for (const { id, statuses } of seen) {
    // Where all answers were lost until the time for trying was over, nobody here knows; sending it again tells, and
    // before it is erased the delivery service is asked.
    const isOpen = statuses.has('SUBMIT_FAILURE') && stored.has(id);
    if (arrived(id) > 0 && !statuses.has('SUBMITTED') && !isOpen)
      breaches.push(`${nameOf(id)} is with the authority, and its person was never told`);
  }
  const attempts = await sql<{
    transactionId: string;
    processId: string;
    askedUntil: Date;
    refund: string | null;
  }>`
    select p.transaction_id as "transactionId", p.process_id as "processId", p.asked_until as "askedUntil",
      refund.payment_id as refund
    from payment p left join refund on refund.payment_id = p.id`.execute(db);
  for (const { transactionId, state, openedAt } of payments) {
    const attempt = attempts.rows.find((one) => one.transactionId === transactionId);
    const askedUntil = attempt?.askedUntil ?? new Date(openedAt + ASKED_FOR_MS);
    // After that time a person at the authority has to check, and the log says so.
    if (state !== 'paid' || askedUntil <= world.now()) continue;
    if (!attempt) breaches.push('the portal does not know of a payment that was made');
    else if (!stored.has(attempt.processId) && attempt.refund === null && arrived(attempt.processId) === 0)
      breaches.push(`${nameOf(attempt.processId)} is gone, and its money is not to be returned`);
  }
  const unfitting = await sql<{ id: string }>`
    select id from process where status = 'SUBMITTED' and mail_to is not null and not exists (
      select from mail where process_id = process.id and kind = 'confirmation')`.execute(db);
  for (const { id } of unfitting.rows) breaches.push(`${nameOf(id)} was sent, and no e-mail says so`);
  return breaches;
}
