import type { HeldApplication } from '#contract/auth.ts';
import type { Fate } from '#domain/ending.ts';
import type { Locale } from '#domain/locale.ts';
import { advance } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { areaName } from '#server/content/places/places.ts';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { ProblemError } from '#server/problem-error.ts';
import { keepUntil } from '#server/processes/availability.ts';
import { factsOf, type ProcessRow } from '#server/processes/row.ts';
import { openWhatOpens, selectProcess } from '#server/processes/sealed-row.ts';
import { bySession } from '#server/security/events.ts';
import type { EndingSession } from '#server/sessions/account-session.ts';
import { leaveTrace, type Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { isDelivered } from '#server/submission/row.ts';

import { eraseProcess } from '#server/workflow/erase.ts';
import { moveProcess } from '#server/workflow/move.ts';
import { noteArrival } from './note-arrival.ts';

/** The processes that belong to the session and to nobody's account, locked until the transaction ends. */
const anonymousOf = async (
  context: ServerContext,
  trx: Trx,
  session: Pick<Session, 'id'>,
): Promise<ProcessRow[]> => {
  const rows = await selectProcess(trx)
    .where('sessionId', '=', session.id)
    .where('userId', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return Promise.all(rows.map((row) => openWhatOpens(context, trx, row)));
};

/** Whether nobody can tell now if the authority has a failed application. */
type Unclear = (processId: string) => boolean;

/** Asks the delivery service about the failed applications of a session, before any of them is erased. */
async function askArrivals(context: ServerContext, session: Pick<Session, 'id'>): Promise<Unclear> {
  const failed = await context.storage.db
    .selectFrom('process')
    .select('id')
    .where('sessionId', '=', session.id)
    .where('userId', 'is', null)
    .where('status', '=', 'SUBMIT_FAILURE')
    .execute();
  const untold = new Set<string>();
  for (const { id } of failed) {
    await noteArrival(context, id).catch((error) => {
      if (!(error instanceof PartnerUnavailable)) throw error;
      untold.add(id);
    });
  }
  return (id) => untold.has(id);
}

/** Asks the process workflow whether a process may be deleted; deleting does not undo what the authority has. */
async function fateOf(trx: Trx, row: ProcessRow, unclear: Unclear): Promise<Fate> {
  const mayGo = (paidConsent: boolean) =>
    advance(
      processMachine,
      { state: row.status, context: factsOf(row) },
      { type: 'draft.deleted', paidConsent },
    ).accepted;
  if (factsOf(row).running) return 'sending';
  if (row.status === 'SUBMITTED' || (await isDelivered(trx, row.id))) return 'sent';
  // It may have arrived: the job erases it, or has it completed, once that is known.
  if (row.status === 'SUBMIT_FAILURE' && unclear(row.id)) return 'sending';
  if (mayGo(false)) return 'erased';
  return mayGo(true) ? 'paid' : 'payable';
}

type Judged = { row: ProcessRow; fate: Fate };

async function judge(
  context: ServerContext,
  trx: Trx,
  session: Pick<Session, 'id'>,
  unclear: Unclear,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const row of await anonymousOf(context, trx, session))
    judged.push({ row, fate: await fateOf(trx, row, unclear) });
  return judged;
}

const told = (context: ServerContext, judged: Judged[], locale: Locale): HeldApplication[] =>
  judged.map(({ row, fate }) => ({
    serviceName: context.content().metadata.get(row.metadataId)?.title[locale] ?? '',
    areaName: areaName(context.content(), row.areaKey),
    fate,
    paidCents: factsOf(row).paidCents,
  }));

/** Returns the fate of an anonymous session's applications. @throws ProblemError status-conflict for an account */
export async function reviewEnding(
  context: ServerContext,
  session: Session,
  locale: Locale,
): Promise<HeldApplication[]> {
  assertAnonymous(session);
  const unclear = await askArrivals(context, session);
  return context.storage.db
    .transaction()
    .execute(async (trx) => told(context, await judge(context, trx, session, unclear), locale));
}

/**
 * Ends an anonymous session and immediately erases everything that may be erased. Everything stays if a paid
 * application would be erased without explicit consent.
 * @throws ProblemError status-conflict without that consent, and for an account
 */
export function eraseSession(
  context: ServerContext,
  session: Session,
  { locale, paidConsent }: { locale: Locale; paidConsent: boolean },
): Promise<HeldApplication[]> {
  assertAnonymous(session);
  return endTelling(context, session, async (trx, unclear) => {
    const judged = await judge(context, trx, session, unclear);
    if (!paidConsent && judged.some(({ fate }) => fate === 'paid')) throw new ProblemError('status-conflict');
    const erased = await end(context, trx, session, judged, paidConsent);
    return { erased, answer: told(context, judged, locale) };
  });
}

/** Ends a session and erases what was started without an account (spec section 4, saving). */
export async function endSession(context: ServerContext, session: Session): Promise<void> {
  await endTelling(context, session, async (trx, unclear) => {
    const erased = await end(context, trx, session, await judge(context, trx, session, unclear), false);
    return { erased, answer: undefined };
  });
}

/**
 * Ends a session from another device. Until its absolute end its row stays, without anything about the person, so
 * that a later request of its browser is not mistaken for one of an expired session.
 */
export async function endSessionElsewhere(context: ServerContext, session: EndingSession): Promise<void> {
  await endTelling(context, session, async (trx, unclear) => {
    const judged = await judge(context, trx, session, unclear);
    const erased = await end(context, trx, session, judged, false, 'elsewhere');
    return { erased, answer: undefined };
  });
}

/**
 * Ends a session of an account in a transaction that ends more, with what was started in it without the account.
 * @param from `elsewhere` for one of another device, which has to be told
 */
export const endWithOthers = async (
  context: ServerContext,
  trx: Trx,
  session: Session,
  from: 'here' | 'elsewhere',
): Promise<unknown> =>
  // Nobody is asked in a transaction: what has failed is left to the job.
  end(context, trx, session, await judge(context, trx, session, () => true), false, from);

/** Ends a session in a transaction and, once that is committed, records what was erased with it. */
async function endTelling<T>(
  context: ServerContext,
  session: EndingSession,
  work: (trx: Trx, unclear: Unclear) => Promise<{ erased: Judged[]; answer: T }>,
): Promise<T> {
  const unclear = await askArrivals(context, session);
  const { erased, answer } = await recorded(context, (trx) => work(trx, unclear));
  for (const { row, fate } of erased) {
    const what = fate === 'sent' ? 'sent' : 'draft';
    const deletion = { event: 'deletion', outcome: 'succeeded', reason: 'session-end' } as const;
    context.security.record({ ...deletion, what, process: row.id }, bySession(session));
  }
  return answer;
}

/** @returns applications that were erased immediately */
async function end(
  context: ServerContext,
  trx: Trx,
  session: EndingSession,
  judged: Judged[],
  paidConsent: boolean,
  from: 'here' | 'elsewhere' = 'here',
): Promise<Judged[]> {
  if (from === 'here') await trx.deleteFrom('session').where('id', '=', session.id).execute();
  else await leaveTrace(trx, session, context.now());
  const erased: Judged[] = [];
  for (const one of judged) {
    const { row, fate } = one;
    if (fate === 'erased' || (fate === 'paid' && paidConsent)) {
      await eraseProcess(
        context,
        trx,
        await moveProcess(
          context,
          trx,
          row,
          { type: 'draft.deleted', paidConsent },
          {},
          {
            by: 'person',
            isNews: true,
          },
        ),
      );
      erased.push(one);
    } else if (fate === 'sent') {
      await eraseProcess(context, trx, row);
      erased.push(one);
    } else {
      // The job erases the application as soon as that is allowed.
      await keepUntil(trx, row.id, context.now());
    }
  }
  return erased;
}

function assertAnonymous({ userId }: Session): void {
  if (userId !== null) throw new ProblemError('status-conflict');
}
