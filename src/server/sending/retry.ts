import pg from 'pg';
import { DAY_MS } from '#domain/days.ts';
import { type SubmissionStep, submissionSteps } from '#domain/submission-step.ts';
import type { Retry, SubmissionContext } from '#machines/submission/submission.types.ts';

import type { ServerContext } from '#server/context.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';

/** Operators read this of an application or hand-in whose data its destination does not take (SchemaNotOffered). */
export const NOT_TAKEN = 'the destination does not take our data';

const LONGEST_PAUSE_MS = 4 * 3_600_000;
/**
 * Returns the next try of a step that is impossible now: after 1, 2, 4 … minutes, at most 4 hours, for a week from
 * the first try (DELIVERY_RETRY_SECONDS, DELIVERY_RETRY_DAYS). The last try is made when that time is over. What is
 * missing after the delivery is tried again each hour after that (jobs/recovery.ts).
 */
export function retryOf(
  { config, now }: Pick<ServerContext, 'config' | 'now'>,
  { tries, tryUntil }: Pick<SubmissionContext, 'tries' | 'tryUntil'>,
): Retry {
  const present = now().getTime();
  const pause = Math.min(config.DELIVERY_RETRY_SECONDS * 1000 * 2 ** Math.min(tries, 20), LONGEST_PAUSE_MS);
  const end = tryUntil === null ? present + config.DELIVERY_RETRY_DAYS * DAY_MS : Date.parse(tryUntil);
  const next = present < end ? Math.min(present + pause, end) : present + pause;
  return { nextTryAt: new Date(next).toISOString(), tryUntil: new Date(end).toISOString() };
}

/** SQLSTATE of a role of the database without its rights. */
const WITHOUT_RIGHTS = '42501';

/**
 * Whether the failure of a step may be temporary, because a partner is unavailable, or because operators have taken rights
 * from the role of the server, which is nothing that the person could mend by sending again. Once the authority has the
 * application, sending must not look failed, so every missing step is tried again.
 */
export const mayPass = (step: SubmissionStep, error: unknown): boolean =>
  error instanceof PartnerUnavailable ||
  (error instanceof pg.DatabaseError && error.code === WITHOUT_RIGHTS) ||
  submissionSteps.indexOf(step) > submissionSteps.indexOf('SUBMIT_DATA_TO_AUTHORITY');
