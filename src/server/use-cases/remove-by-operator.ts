import type { StayReason } from '#domain/staying.ts';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { ProblemError } from '#server/problem-error.ts';
import { lockProcess, type ProcessRow } from '#server/processes/row.ts';
import { openWhatOpens } from '#server/processes/sealed-row.ts';
import type { Actor } from '#server/security/events.ts';
import type { Database } from '#server/storage/database.ts';
import { handInKinds, ownKinds } from '#server/storage/file-kinds.ts';
import { eraseProcess } from '#server/workflow/erase.ts';
import { assertRemovable } from './remove-sent.ts';

/** Everything that a removal would take with an application, by kind. */
export type RemovalCounts = {
  files: number;
  documents: number;
  handIns: number;
  payments: number;
  mails: number;
};

/** A removal as an operator is shown it before it is done. */
export type RemovalPreview = {
  counts: RemovalCounts;
  /** Why the application stays for now; null when it can be removed. */
  stays: StayReason | 'notSent' | null;
  /** A short text that differs once the application has moved. */
  mark: string;
};

/**
 * Outcome of a removal: `gone` where the application is no longer there, `moved` where something else has happened since
 * the operator looked, or why it stays. In all three nothing was removed.
 */
export type Removal = 'done' | 'gone' | 'moved' | { stays: StayReason | 'notSent' };

/** Tells what a removal would take with an application, and whether it could be done; null for none. */
export const previewRemoval = (context: ServerContext, processId: string): Promise<RemovalPreview | null> =>
  recorded(context, async (trx) => {
    const row = await lockProcess(context, trx, processId, openWhatOpens);
    if (!row) return null;
    const counts = await countsOf(trx, processId);
    return {
      counts,
      stays: await why(() => assertRemovable(context, trx, row)),
      mark: markOf(row, counts),
    };
  });

/**
 * Removes one sent application from the portal for an operator, with or without an account, if nothing of it is under way.
 * @param seen the mark of what the operator was shown; null for whoever was shown nothing (a command)
 */
export async function removeByOperator(
  context: ServerContext,
  processId: string,
  { seen, actor }: { seen: string | null; actor: Actor },
): Promise<Removal> {
  const removal = await recorded(context, async (trx): Promise<Removal> => {
    const row = await lockProcess(context, trx, processId, openWhatOpens);
    if (!row) return 'gone';
    if (seen !== null && markOf(row, await countsOf(trx, processId)) !== seen) return 'moved';
    const stays = await why(() => assertRemovable(context, trx, row));
    if (stays !== null) return { stays };
    await eraseProcess(context, trx, row);
    return 'done';
  });
  if (removal === 'done')
    context.security.record(
      { event: 'deletion', outcome: 'succeeded', what: 'sent', reason: 'operator', process: processId },
      actor,
    );
  return removal;
}

const markOf = ({ version, status }: ProcessRow, counts: RemovalCounts): string =>
  [version, status, ...Object.values(counts)].join('/');

/** Returns why an application stays, as the check of people's own removal says it. */
async function why(check: () => Promise<void>): Promise<StayReason | 'notSent' | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.details.stays ?? 'notSent';
  }
}

async function countsOf(db: Database, processId: string): Promise<RemovalCounts> {
  const countIn = async (table: 'handIn' | 'payment' | 'mail') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('processId', '=', processId)
          .executeTakeFirstOrThrow()
      ).count,
    );
  const kinds = await db.selectFrom('file').select('kind').where('processId', '=', processId).execute();
  const files = kinds.filter(({ kind }) => isOwn(kind)).length;
  return {
    files,
    documents: kinds.length - files,
    handIns: await countIn('handIn'),
    payments: await countIn('payment'),
    mails: await countIn('mail'),
  };
}

/** Whether the person has uploaded a file; the others the portal has made. */
const isOwn = (kind: string): boolean => ([...ownKinds, ...handInKinds] as readonly string[]).includes(kind);
