import { expiredCounts, expiredFeedback, expiredTotals, rareQueries } from '#server/analytics/expiry.ts';
import type { ServerContext } from '#server/context.ts';
import { leftHandIns, unfinishedFiles } from '#server/files/store.ts';
import { expiredHandovers, usedAddresses } from '#server/handovers/expiry.ts';
import type { PartName } from '#server/kept/kept.ts';
import { lonelyPayments, oldRefunds } from '#server/payment/expiry.ts';
import { endlessEntries } from '#server/processes/availability.ts';
import { expireOffers } from '#server/processes/expire-offers.ts';
import { oldNotes } from '#server/processes/expired-drafts.ts';
import { oldQuestions } from '#server/reconciliation/rows.ts';
import { expiredDayKeys } from '#server/sealing/installation-keys.ts';
import { expiredLogins } from '#server/sessions/expiry.ts';
import { type Expired, eraseRows } from '#server/storage/erase-rows.ts';
import { expirePeople } from '#server/use-cases/expire-people.ts';
import { expireSessions } from '#server/use-cases/expire-sessions.ts';
import { expireApplications } from './expire-applications.ts';

/** A part of the job that erases: its name in the log, the moment by which time is over, and the end of its turn. */
type Part = (context: ServerContext, part: string, now: Date, turnIsOver: () => boolean) => Promise<void>;

const rows =
  (expired: Expired | ((context: ServerContext) => Expired)): Part =>
  (context, part, now, turnIsOver) =>
    eraseRows(context, part, typeof expired === 'function' ? expired(context) : expired, now, turnIsOver);

/** Everything that ends by its time, in the order of the work: applications last, as they take longest. */
export const parts = {
  logins: rows(expiredLogins),
  dayKeys: rows(expiredDayKeys),
  sessions: expireSessions,
  payments: rows(lonelyPayments),
  refunds: rows(({ config }) => oldRefunds(config.REFUND_DAYS)),
  counts: rows(expiredCounts),
  feedback: rows(expiredFeedback),
  totals: rows(expiredTotals),
  queries: rows(rareQueries),
  notes: rows(oldNotes),
  unfinished: rows(unfinishedFiles),
  leftHandIns: rows(leftHandIns),
  handovers: rows(expiredHandovers),
  addresses: rows(usedAddresses),
  unreconciled: rows(oldQuestions),
  entries: rows(endlessEntries),
  offers: expireOffers,
  people: expirePeople,
  applications: expireApplications,
} satisfies Record<PartName, Part>;
