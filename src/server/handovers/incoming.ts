import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#domain/days.ts';
import type { HandedDataState } from '#domain/handover.ts';
import type { ServerContext } from '#server/context.ts';
import { HandoverRefused, type ReceivedHandover } from '#server/ports/neighbours.ts';
import { ProblemError } from '#server/problem-error.ts';
import { isSubmitted } from '#server/processes/is-submitted.ts';
import { sealJson, sealText } from '#server/sealing/sealed-columns.ts';
import { storeWithKey } from '#server/sealing/store-with-key.ts';
import type { Database as Db, Trx } from '#server/storage/database.ts';
import type { HandedData } from '#server/storage/tables.ts';
import {
  freshSecret,
  type HandoverRow,
  hashOf,
  openHandover,
  placeOf,
  type StoredHandover,
  selectHandover,
} from './row.ts';

/** Seconds for which the code can be used; longer than the sender's message can be repeated. */
export const CODE_SECONDS = 300;
/** Time from the arrival of the person: as long as the browser remembers a login. */
const ARRIVED_MS = 2 * 3_600_000;
/** Time for which an ended hand-over stays known, so that the sender can be told. */
export const ENDED_MS = DAY_MS;

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

/**
 * Stores a hand-over until its person arrives.
 * @returns the code that they arrive with
 * @throws HandoverRefused replayed: the message, or its reference, has come before
 */
export async function keepIncoming(
  { storage, dataKeys, now: clock }: ServerContext,
  received: ReceivedHandover,
  { area, data, dataState }: { area: string; data: HandedData | null; dataState: HandedDataState },
): Promise<string> {
  const code = freshSecret();
  const now = clock();
  const codeUntil = later(now, CODE_SECONDS * 1000);
  const id = randomUUID();
  const { key, row: keyRow } = await dataKeys.fresh('handover', id);
  const kept = await storeWithKey(
    storage.db,
    keyRow,
    storage.db
      .insertInto('handover')
      .values({
        id,
        direction: 'in',
        partner: received.partner,
        reference: received.reference,
        jti: received.jti,
        codeHash: hashOf(code),
        browserHash: null,
        leiKaId: received.leiKaId,
        areaKey: area,
        locale: received.locale,
        returnUrl: sealText(key, placeOf('return_url', id), received.returnUrl),
        data: data && sealJson(key, placeOf('data', id), data),
        dataState,
        forward: null,
        leftAt: null,
        processId: null,
        userId: null,
        madeAtLevel: null,
        status: null,
        ticketNumber: null,
        submittedAt: null,
        toldAt: null,
        nextAskAt: null,
        asks: 0,
        createdAt: now,
        codeUntil,
        expiresAt: codeUntil,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  if (!kept) throw new HandoverRefused('replayed', received.partner);
  return code;
}

/**
 * Returns the hand-over of a code, bound to the first browser that opens it.
 * @param browser secret of the browser
 * @throws ProblemError handover-unknown, handover-used by another browser, handover-ended
 */
export async function openIncoming(
  context: ServerContext,
  code: string,
  browser: string,
): Promise<HandoverRow> {
  const stored = await context.storage.db.transaction().execute(async (trx) => {
    const now = context.now();
    const row = await selectHandover(trx)
      .where('codeHash', '=', hashOf(code))
      .where('direction', '=', 'in')
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new ProblemError('handover-unknown');
    if (row.browserHash !== null && row.browserHash !== hashOf(browser))
      throw new ProblemError('handover-used');
    const isOver = row.expiresAt !== null && row.expiresAt <= now;
    if (isOver || row.status === 'ENDED' || (await isSubmitted(trx, row.processId)))
      throw new ProblemError('handover-ended');
    if (row.browserHash !== null) return row;
    const arrived = { browserHash: hashOf(browser), expiresAt: later(now, ARRIVED_MS) };
    await trx.updateTable('handover').set(arrived).where('id', '=', row.id).execute();
    return { ...row, ...arrived };
  });
  return openHandover(context, stored);
}

/**
 * Returns a hand-over that this browser has opened and whose application is not sent yet. A new start replaces the
 * one before.
 * @throws ProblemError handover-ended
 */
export async function arrivedFor(
  trx: Trx,
  { id, browser, now }: { id: string; browser: string; now: Date },
): Promise<StoredHandover> {
  const row = await selectHandover(trx)
    .where('handover.id', '=', id)
    .where('direction', '=', 'in')
    .where('browserHash', '=', hashOf(browser))
    .forUpdate()
    .executeTakeFirst();
  const isOpen = row && row.status === null && (row.expiresAt === null || row.expiresAt > now);
  if (!isOpen || (await isSubmitted(trx, row.processId))) throw new ProblemError('handover-ended');
  return row;
}

/** Notes that the application is started, and erases the handed-over data, which is part of the application now. */
export const noteStarted = (trx: Trx, id: string, processId: string) =>
  trx.updateTable('handover').set({ processId, data: null, expiresAt: null }).where('id', '=', id).execute();

/** Notes that the handed-over data cannot be used, and erases it; the application can be started without it. */
export const noteUnfit = (db: Db, id: string) =>
  db.updateTable('handover').set({ data: null, dataState: 'unfit' }).where('id', '=', id).execute();

/** Notes that the person went back without an application. */
export const noteLeft = (db: Db, row: Pick<HandoverRow, 'id'>, now: Date) =>
  db
    .updateTable('handover')
    .set({ status: 'ENDED', data: null, expiresAt: later(now, ENDED_MS) })
    .where('id', '=', row.id)
    .where('processId', 'is', null)
    .execute();

/** Notes that the application is being erased; the sender can be told of its end for a while. */
export const endOfProcess = (trx: Trx, processId: string, now: Date) =>
  trx
    .updateTable('handover')
    .set({ status: 'ENDED', data: null, processId: null, expiresAt: later(now, ENDED_MS) })
    .where('processId', '=', processId)
    .execute();

/** Returns a partner's hand-over by the partner's own name for it. */
export const findIncoming = (db: Db, partner: string, reference: string) =>
  selectHandover(db)
    .where('direction', '=', 'in')
    .where('partner', '=', partner)
    .where('reference', '=', reference)
    .executeTakeFirst();

/** Returns the hand-over that an application was started with. */
export const originOf = (db: Db, processId: string) =>
  db.selectFrom('handover').select(['id', 'partner']).where('processId', '=', processId).executeTakeFirst();
