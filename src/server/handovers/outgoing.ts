import { DAY_MS } from '#domain/days.ts';
import { levelsUpTo, type TrustLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import type { HandoverStanding } from '#server/ports/neighbours.ts';
import { sealText } from '#server/sealing/sealed-columns.ts';
import { storeWithKey } from '#server/sealing/store-with-key.ts';
import type { Database as Db, Trx } from '#server/storage/database.ts';
import {
  type HandoverFacts,
  type HandoverRow,
  hashOf,
  openHandover,
  placeOf,
  selectHandover,
} from './row.ts';

/** Time for which the other portal is asked; then a hand-over is forgotten, unless it was submitted. */
export const ASKED_FOR_MS = 30 * DAY_MS;
/** Time for which a submitted application stays in the person's list. */
export const LISTED_MS = 90 * DAY_MS;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** Returns 1 min, 2 min, 4 min … at most six hours. */
export const pauseMs = (asks: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(asks, 20), LONGEST_PAUSE_MS);

type Sent = Pick<
  HandoverFacts,
  'id' | 'partner' | 'leiKaId' | 'areaKey' | 'locale' | 'userId' | 'madeAtLevel'
>;

/**
 * Stores an outgoing hand-over.
 * @param sent.id our name for it, which the other portal knows
 * @param forward address to which the person goes, for that many seconds
 */
export async function keepOutgoing(
  { storage, dataKeys, now: clock }: ServerContext,
  sent: Sent,
  { browser, forward, expiresIn }: { browser: string; forward: string; expiresIn: number },
): Promise<void> {
  const now = clock();
  const { key, row: keyRow } = await dataKeys.fresh('handover', sent.id);
  await storeWithKey(
    storage.db,
    keyRow,
    storage.db
      .insertInto('handover')
      .values({
        ...sent,
        direction: 'out',
        reference: sent.id,
        jti: null,
        codeHash: null,
        browserHash: hashOf(browser),
        returnUrl: null,
        data: null,
        dataState: 'none',
        forward: sealText(key, placeOf('forward', sent.id), forward),
        leftAt: null,
        processId: null,
        status: null,
        ticketNumber: null,
        submittedAt: null,
        toldAt: null,
        nextAskAt: new Date(now.getTime() + pauseMs(0)),
        asks: 0,
        createdAt: now,
        codeUntil: new Date(now.getTime() + expiresIn * 1000),
        expiresAt: new Date(now.getTime() + ASKED_FOR_MS),
      })
      .returning('id'),
  );
}

/** Notes that the person is on the way. The address stays as long as its code, because this answer may get lost. */
export const noteForwarded = (db: Db, id: string, now: Date) =>
  db.updateTable('handover').set({ leftAt: now }).where('id', '=', id).execute();

/** Notes the other portal's answer; null when that portal no longer knows the hand-over. */
export async function noteTold(
  { storage, now: clock }: ServerContext,
  row: Pick<HandoverFacts, 'id' | 'asks'>,
  standing: HandoverStanding | null,
): Promise<void> {
  const now = clock();
  const status = standing?.status ?? 'ENDED';
  const isOver = status !== 'OPEN';
  await storage.db
    .updateTable('handover')
    .set({
      status,
      ticketNumber: standing?.ticketNumber ?? null,
      submittedAt: standing?.submittedAt === undefined ? null : new Date(standing.submittedAt),
      toldAt: now,
      forward: null,
      asks: row.asks + 1,
      nextAskAt: isOver ? null : new Date(now.getTime() + pauseMs(row.asks + 1)),
      ...(status === 'SUBMITTED' && { expiresAt: new Date(now.getTime() + LISTED_MS) }),
    })
    .where('id', '=', row.id)
    // A submitted application stays submitted, whatever an answer says that was on its way meanwhile.
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', '!=', 'SUBMITTED')]))
    .execute();
}

/** Notes that the other portal gave no answer, and plans the next question. */
export async function noteSilence(
  { storage, now }: ServerContext,
  row: Pick<HandoverFacts, 'id' | 'asks'>,
): Promise<void> {
  await storage.db
    .updateTable('handover')
    .set({ asks: row.asks + 1, nextAskAt: new Date(now().getTime() + pauseMs(row.asks + 1)) })
    .where('id', '=', row.id)
    .where('nextAskAt', 'is not', null)
    .execute();
}

/** Returns the hand-overs that a person has sent with their login, the newest first. */
export const sentBy = (db: Db, userId: string) =>
  db
    .selectFrom('handover')
    .selectAll()
    .where('direction', '=', 'out')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('forward', 'is', null), eb('leftAt', 'is not', null)]))
    .orderBy('createdAt', 'desc')
    .execute();

/** Returns all hand-overs of a person, also those that they have not followed. */
export async function handoversOf(
  context: Pick<ServerContext, 'dataKeys' | 'log'>,
  db: Db,
  userId: string,
): Promise<HandoverRow[]> {
  const rows = await selectHandover(db).where('userId', '=', userId).orderBy('createdAt', 'desc').execute();
  return Promise.all(rows.map((row) => openHandover(context, row)));
}

/** Forgets the hand-overs that a person has sent, as far as a login at this level lists them. @returns how many */
export async function eraseSent(trx: Trx, userId: string, level: TrustLevel): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('handover')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('madeAtLevel', 'is', null), eb('madeAtLevel', 'in', levelsUpTo(level))]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns those of the hand-overs that the other portal is to be asked about now, the longest due first. */
export const dueHandovers = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('handover')
    .select(['id', 'partner', 'reference', 'asks'])
    .where('nextAskAt', '<=', now)
    .orderBy('nextAskAt')
    .limit(limit)
    .execute();
