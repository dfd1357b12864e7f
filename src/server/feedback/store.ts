import { germanDay } from '#domain/german-time.ts';
import type { Locale } from '#domain/locale.ts';
import type { Storage } from '#server/storage/database.ts';
import type { Feedback, FeedbackSubject } from './feedback.ts';

/** Feedback that is stored in a day, because anybody may send some. */
const A_DAY = 5_000;

/**
 * Stores a feedback with its day, and nothing about its sender. The same form sent twice is stored once.
 * @returns false when the day has too many already
 */
export async function storeFeedback(
  { storage: { db }, now }: { storage: Storage; now: () => Date },
  locale: Locale,
  { occasion, leiKaId, area }: FeedbackSubject,
  feedback: Feedback,
): Promise<boolean> {
  const day = germanDay(now());
  const { count } = await db
    .selectFrom('feedback')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  if (Number(count) >= A_DAY) return false;
  await db
    .insertInto('feedback')
    .values({ ...feedback, day, occasion, leiKaId, area, locale })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return true;
}
