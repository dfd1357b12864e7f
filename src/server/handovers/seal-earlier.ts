import { sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import { isSealed, sealJson, sealText } from '#server/sealing/sealed-columns.ts';
import { inBatches } from '#server/storage/in-batches.ts';
import { unsealed } from '#server/storage/unsealed.ts';
import { openHandover, placeOf, selectHandover } from './row.ts';

/** Time of one run; the rest is left to the next run, a minute later. */
const RUN_MS = 10_000;

/** Hand-overs that an earlier version has stored. */
const isInClear = sql.raw<boolean>(`(${unsealed.handover})`);

/**
 * Seals hand-overs that an earlier version has stored, while people work: the address of one stays as long as its
 * application. A server of that version may still store some, so they are looked for every minute.
 */
export function sealHandovers(context: ServerContext): Promise<void> {
  const { db } = context.storage;
  const end = performance.now() + RUN_MS;
  return inBatches<{ id: string }>(
    context,
    {
      part: 'sealHandovers',
      next: (after, limit) =>
        db
          .selectFrom('handover')
          .select('id')
          .where(isInClear)
          .$if(after !== null, (query) => query.where('id', '>', after!.id))
          .orderBy('id')
          .limit(limit)
          .execute(),
      work: ([row]) => sealOne(context, row!.id),
      singly: true,
      about: ({ id }) => ({ handoverId: id }),
    },
    () => performance.now() > end,
  );
}

const sealOne = (context: ServerContext, id: string): Promise<void> =>
  context.storage.db.transaction().execute(async (trx) => {
    const stored = await selectHandover(trx)
      .where('handover.id', '=', id)
      .where(isInClear)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!stored) return;
    const { data, forward, returnUrl } = await openHandover(context, stored);
    const key = await context.dataKeys.make(trx, 'handover', id);
    const text = (column: 'forward' | 'return_url', value: string | null) =>
      value === null ? null : sealText(key, placeOf(column, id), value);
    await trx
      .updateTable('handover')
      .set({
        ...(!isSealed(stored.data) && { data: data && sealJson(key, placeOf('data', id), data) }),
        ...(!isSealed(stored.forward) && { forward: text('forward', forward) }),
        ...(!isSealed(stored.returnUrl) && { returnUrl: text('return_url', returnUrl) }),
      })
      .where('id', '=', id)
      .execute();
  });
