import type { ExpressionBuilder } from 'kysely';
import { forgetCounts } from '#server/analytics/expiry.ts';
import type { ServerContext } from '#server/context.ts';
import { dropLeftHandIns, dropUnfinished } from '#server/files/store.ts';
import { forgetHandovers } from '#server/handovers/expiry.ts';
import { forgetExpired } from '#server/processes/expired-drafts.ts';
import { isRunning } from '#server/processes/row.ts';
import type { Tables } from '#server/storage/tables.ts';
import { expireApplication } from '#server/use-cases/expire-application.ts';
import { expireSessions } from '#server/use-cases/expire-sessions.ts';
import { attempt } from './attempt.ts';

/** Drafts that are fetched at a time. */
const BATCH = 100;
/** Time of one run; the rest is left to the next run, a minute after this one. */
const BUDGET_MS = 45_000;

const parts: Record<string, (context: ServerContext, now: Date) => Promise<unknown>> = {
  logins: ({ storage }, now) => storage.db.deleteFrom('loginState').where('expiresAt', '<=', now).execute(),
  sessions: expireSessions,
  drafts: expireProcesses,
  payments: forgetPayments,
  counts: forgetCounts,
  notes: forgetExpired,
  unfinished: dropUnfinished,
  leftHandIns: dropLeftHandIns,
  handovers: forgetHandovers,
};

/**
 * Erases everything whose time is over: sessions, logins under way, drafts, the documents of sent applications,
 * counts. A submission under way and a payment that can still be made are skipped. One run does as much as its time
 * allows; failures are left for the next run and stop nothing else.
 */
export async function runExpiry(context: ServerContext): Promise<void> {
  const now = context.now();
  for (const [part, run] of Object.entries(parts)) await attempt(context, { part }, () => run(context, now));
}

async function expireProcesses(context: ServerContext, now: Date): Promise<void> {
  const end = performance.now() + BUDGET_MS;
  for (let found = await nextExpired(context, now, null); found.length > 0; ) {
    for (const { id } of found) {
      if (performance.now() > end) return;
      await attempt(context, { processId: id }, () => expireApplication(context, id));
    }
    found = await nextExpired(context, now, found.at(-1)!.id);
  }
}

/** Returns the next expired drafts and sent applications, in the order of their ids, without those that stay. */
const nextExpired = (context: ServerContext, now: Date, after: string | null) =>
  context.storage.db
    .selectFrom('process')
    .select('id')
    .where('availableUntil', '<=', now)
    .where((eb) => eb.not(isRunning))
    .where((eb) => eb.or([eb('status', '=', 'SUBMITTED'), eb.not(eb.exists(deliveredStep(eb)))]))
    .where((eb) => eb.not(eb.exists(waitingHandIn(eb))))
    .where((eb) => eb.or([eb('status', '!=', 'PAYMENT_PENDING'), eb.not(eb.exists(askedPayment(eb, now)))]))
    .where((eb) => (after === null ? eb.lit(true) : eb('id', '>', after)))
    .orderBy('id')
    .limit(BATCH)
    .execute();

const deliveredStep = (eb: ExpressionBuilder<Tables, 'process'>) =>
  eb
    .selectFrom('submissionStep')
    .select('step')
    .whereRef('submissionStep.processId', '=', 'process.id')
    .where('step', '=', 'SUBMIT_DATA_TO_AUTHORITY');

const waitingHandIn = (eb: ExpressionBuilder<Tables, 'process'>) =>
  eb
    .selectFrom('handIn')
    .select('handIn.id')
    .whereRef('handIn.processId', '=', 'process.id')
    .where('state', '=', 'waiting');

const askedPayment = (eb: ExpressionBuilder<Tables, 'process'>, now: Date) =>
  eb
    .selectFrom('payment')
    .select('payment.id')
    .whereRef('payment.processId', '=', 'process.id')
    .where('askedUntil', '>', now);

/** Deletes the rest of erased drafts' payments when the provider is no longer asked about them. */
function forgetPayments({ storage }: ServerContext, now: Date): Promise<unknown> {
  return storage.db
    .deleteFrom('payment')
    .where('askedUntil', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('process').select('id').whereRef('process.id', '=', 'payment.processId')),
      ),
    )
    .execute();
}
