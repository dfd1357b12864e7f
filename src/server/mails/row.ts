import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { MailKind } from '#domain/mail.ts';
import { advance, begin } from '#machines/kit/advance.ts';
import { mailMachine } from '#machines/mail/mail.machine.ts';
import type { MailEvent } from '#machines/mail/mail.types.ts';
import type { ServerContext } from '#server/context.ts';
import { note, noteRefused, recorded } from '#server/journal/journal.ts';
import { documentLocale, lockExisting, type ProcessRow } from '#server/processes/row.ts';
import { enqueue } from '#server/queues/queues.ts';
import { openOrTell } from '#server/sealing/open-or-tell.ts';
import type { Place } from '#server/sealing/seal.ts';
import { openJson, openText, sealJson, sealText } from '#server/sealing/sealed-columns.ts';
import { keyOf, type WithKey } from '#server/sealing/sealed-table.ts';
import { storeWithKey } from '#server/sealing/store-with-key.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import { idFrom } from '#server/storage/id-from.ts';
import { json } from '#server/storage/json.ts';
import type { SealedJson } from '#server/storage/sealed.ts';
import type { MailFacts, MailTable, Tables } from '#server/storage/tables.ts';
import { firstTry } from './retry.ts';

type Stored = Selectable<MailTable>;
/** Part of an e-mail that is not sealed. */
export type MailMove = Omit<Stored, 'recipient' | 'facts'>;
/** An e-mail, opened; `facts` is null where it does not open. */
export type MailRow = MailMove & { recipient: string | null; facts: MailFacts | null };

const placeOf = (column: 'recipient' | 'facts', id: string): Place => ({ table: 'mail', column, id });

/** Seconds after which a worker with an e-mail is presumed dead; longer than a try may take (smtp/mailer.ts). */
const LEASE_SECONDS = 120;

/** The clock of the database, which all servers share, as for submissions. */
const newLease = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;
const isFree = (eb: ExpressionBuilder<Tables, 'mail'>) =>
  eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', sql<Date>`now()`)]);

type Due = {
  kind: MailKind;
  /** Occasion, where an application may have several e-mails of a kind: each occasion has one. */
  occasion?: string;
  /**
   * Null where no address is known: nothing is due. That of a draft is due and dropped at once, so that nobody looks
   * for the address every minute.
   */
  recipient: string | null;
  facts?: Partial<MailFacts>;
  /** Pause before the first try, in milliseconds, for something that may pass by itself. */
  afterMs?: number;
};

/**
 * Makes an e-mail about a locked application due, in the transaction of its cause, at most once for an occasion. Its id,
 * and with it its Message-ID, follows from the occasion: one that a restored database does not know to be sent is the
 * same e-mail when it is sent again, and mailboxes show it once.
 * Nothing is due in an installation without a mail server, and to people who want none.
 */
export async function queueMail(
  context: ServerContext,
  trx: Trx,
  row: ProcessRow,
  { kind, occasion = '', recipient, facts, afterMs = 0 }: Due,
): Promise<void> {
  if (!context.mailer || !row.wantsMails) return;
  if (recipient === null && kind !== 'draftEnds') return;
  const start = begin(mailMachine, firstTry(context, afterMs));
  const id = idFrom('mail', row.id, kind, occasion);
  const { key, row: keyRow } = await context.dataKeys.fresh('mail', id);
  const told: MailFacts = { ticketNumber: null, submittedAt: null, paid: false, ...facts };
  const insert = trx
    .insertInto('mail')
    .values({
      id,
      processId: row.id,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from mail where process_id = ${row.id})`,
      kind,
      occasion,
      state: start.state,
      context: json(start.context),
      recipient: recipient === null ? null : sealText(key, placeOf('recipient', id), recipient),
      locale: documentLocale(row),
      metadataId: row.metadataId,
      facts: sealJson(key, placeOf('facts', id), told),
      leaseUntil: null,
      createdAt: context.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'number']);
  const stored = await storeWithKey(trx, keyRow, insert);
  if (!stored) return;
  await note(context, trx, {
    processId: row.id,
    machine: 'mail',
    attempt: stored.number,
    event: null,
    from: null,
    to: start.state,
    rule: null,
    by: 'server',
  });
  await enqueue(context, 'mail', { mailId: stored.id }, { trx, startAfter: Math.ceil(afterMs / 1000) });
}

/**
 * Stores that an e-mail about an application was sent after the state to which a restore has brought back the database,
 * so that it is not sent again.
 */
export async function noteSentMail(
  context: ServerContext,
  trx: Trx,
  process: ProcessRow,
  { id, kind, occasion }: Pick<MailRow, 'id' | 'kind' | 'occasion'>,
): Promise<void> {
  const present = await trx
    .selectFrom('mail')
    .selectAll()
    .where('processId', '=', process.id)
    .where('kind', '=', kind)
    .where('occasion', '=', occasion)
    .forUpdate()
    .executeTakeFirst();
  if (present) {
    if (present.state === 'waiting') await moveMail(context, trx, present, { type: 'mail.accepted' });
    return;
  }
  const start = begin(mailMachine, firstTry(context));
  const sent = advance(mailMachine, start, { type: 'mail.accepted' });
  const state = sent.accepted ? sent.state : start.state;
  const { number } = await trx
    .insertInto('mail')
    .values({
      id,
      processId: process.id,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from mail where process_id = ${process.id})`,
      kind,
      occasion,
      state,
      context: json(start.context),
      recipient: null,
      locale: documentLocale(process),
      metadataId: process.metadataId,
      // They name nobody, so there is nothing to seal.
      facts: json({ ticketNumber: null, submittedAt: null, paid: false }) as SealedJson,
      leaseUntil: null,
      createdAt: context.now(),
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  const found = { machine: 'mail', attempt: number, event: null, from: null, rule: null } as const;
  await note(context, trx, { ...found, processId: process.id, to: state, by: 'server' });
}

/** Takes a due e-mail under a lease; null when it is not due, or another worker has it. */
export async function claimMail(context: ServerContext, mailId: string): Promise<MailRow | null> {
  const row = await context.storage.db
    .updateTable('mail')
    .set({ leaseUntil: newLease })
    .where('id', '=', mailId)
    .where(isDue(context.now()))
    .where(isFree)
    .returningAll()
    .returning(keyOf('mail.id').as('dataKey'))
    .executeTakeFirst();
  return row ? opened(context, row) : null;
}

/** Opens an e-mail. Its address and its facts have one key, so that both open or neither. */
async function opened(
  context: Pick<ServerContext, 'dataKeys' | 'log'>,
  { dataKey, ...row }: Stored & WithKey,
): Promise<MailRow> {
  const { id, recipient } = row;
  const open = await openOrTell(context, placeOf('recipient', id), async () => {
    const key = dataKey && (await context.dataKeys.joined(id, dataKey));
    return {
      recipient: recipient && openText(key, placeOf('recipient', id), recipient),
      facts: openJson(key, placeOf('facts', id), row.facts),
    };
  });
  return { ...row, ...(open ?? { recipient: null, facts: null }) };
}

/** Returns the e-mails about these applications, opened. */
export async function mailsOf(
  context: Pick<ServerContext, 'dataKeys' | 'log'>,
  db: Database,
  processIds: readonly string[],
): Promise<MailRow[]> {
  const rows = await db
    .selectFrom('mail')
    .selectAll('mail')
    .select(keyOf('mail.id').as('dataKey'))
    .where(sql<boolean>`process_id = any(${processIds}::uuid[])`)
    .execute();
  return Promise.all(rows.map((row) => opened(context, row)));
}

const isDue = (now: Date) => (eb: ExpressionBuilder<Tables, 'mail'>) =>
  eb.and([
    eb('state', '=', 'waiting'),
    eb(sql<string>`mail.context ->> 'nextTryAt'`, '<=', now.toISOString()),
  ]);

/**
 * Moves an e-mail by a report. At an end the address is erased, and the e-mail as well if its application is gone.
 * @returns the state after it; null when the machine refuses the report, for example after a person has declined it
 */
export function settleMail(
  context: ServerContext,
  mailId: string,
  event: MailEvent,
): Promise<MailRow['state'] | null> {
  return recorded(context, async (trx) => {
    const row = await trx
      .selectFrom('mail')
      .selectAll()
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst();
    return row ? moveMail(context, trx, row, event) : null;
  });
}

async function moveMail(
  context: ServerContext,
  trx: Trx,
  row: MailMove,
  event: MailEvent,
): Promise<MailRow['state'] | null> {
  const moved = advance(mailMachine, { state: row.state, context: row.context }, event);
  const { id, processId, number: attempt, state: from } = row;
  const about = { processId, machine: 'mail', attempt, event: event.type, from, by: 'server' } as const;
  if (!moved.accepted) {
    await noteRefused(context, trx, about);
    return null;
  }
  await note(context, trx, { ...about, to: moved.state, rule: moved.rule });
  const isOver = moved.state !== 'waiting';
  await trx
    .updateTable('mail')
    .set({
      state: moved.state,
      context: json(moved.context),
      leaseUntil: null,
      ...(isOver && { recipient: null }),
    })
    .where('id', '=', id)
    .execute();
  if (isOver) {
    const isAlone = !(await lockExisting(trx, processId));
    if (isAlone) await trx.deleteFrom('mail').where('id', '=', id).execute();
  } else {
    const startAfter = Math.ceil((Date.parse(moved.context.nextTryAt) - context.now().getTime()) / 1000);
    await enqueue(context, 'mail', { mailId: id }, { trx, startAfter });
  }
  return moved.state;
}

/** Drops the waiting e-mails about an application, because the person wants none. */
export async function dropMails(context: ServerContext, trx: Trx, processId: string): Promise<void> {
  const waiting = await trx
    .selectFrom('mail')
    .selectAll()
    .where('processId', '=', processId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .execute();
  for (const row of waiting) await moveMail(context, trx, row, { type: 'mail.outdated' });
}

/** E-mails that stay true when the server erases their application: that it was sent, and that it was not. */
const OUTLIVING: Partial<Record<ProcessRow['status'] | 'deleted', MailKind>> = {
  SUBMITTED: 'confirmation',
  SUBMIT_FAILURE: 'notSent',
};

/** Deletes the e-mails of an application that is erased; one that still waits and stays true is sent. */
export async function eraseMails(trx: Trx, { id, status }: ProcessRow): Promise<void> {
  const outliving = OUTLIVING[status];
  await trx
    .deleteFrom('mail')
    .where('processId', '=', id)
    .where((eb) =>
      outliving === undefined
        ? eb.lit(true)
        : eb.not(eb.and([eb('kind', '=', outliving), eb('state', '=', 'waiting')])),
    )
    .execute();
}

/** Returns ids of the due e-mails that no living worker holds and no job takes soon. */
export const forgottenMails = async ({ storage, now }: ServerContext): Promise<string[]> => {
  const rows = await storage.db
    .selectFrom('mail')
    .select('id')
    .where(isDue(now()))
    .where(isFree)
    .where(
      sql<boolean>`not exists (
        select from jobs.job
        where job.name = 'mail' and job.state < 'completed' and job.data ->> 'mailId' = mail.id::text
      )`,
    )
    .execute();
  return rows.map(({ id }) => id);
};

/** Returns ids of the waiting e-mails whose time is over, for example because the mail server was configured away. */
export const overdueMails = async ({ storage, now }: ServerContext): Promise<string[]> => {
  const rows = await storage.db
    .selectFrom('mail')
    .select('id')
    .where('state', '=', 'waiting')
    .where(isFree)
    .where(sql<string>`mail.context ->> 'tryUntil'`, '<', now().toISOString())
    .execute();
  return rows.map(({ id }) => id);
};

/** Returns the state of the confirmation of an application; null where none was due. */
export async function confirmationOf(db: Database, processId: string): Promise<MailRow['state'] | null> {
  const row = await db
    .selectFrom('mail')
    .select('state')
    .where('processId', '=', processId)
    .where('kind', '=', 'confirmation')
    .executeTakeFirst();
  return row?.state ?? null;
}
