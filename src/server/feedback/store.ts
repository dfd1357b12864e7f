import { germanDay } from '#domain/german-time.ts';
import type { Locale } from '#domain/locale.ts';
import type { FeedbackComponent } from '#server/ports/feedback-component.ts';
import type { Storage } from '#server/storage/database.ts';
import type { Feedback, FeedbackSubject } from './feedback.ts';

/** Feedback that is stored in a day, because anybody may send some. */
const A_DAY = 5_000;

type Storing = { storage: Storage; feedbackComponent: FeedbackComponent | null; now: () => Date };

/**
 * Stores a feedback with its day, and nothing about its sender. The same form sent twice is stored once.
 * @returns false when the day has too many already
 */
export async function storeFeedback(
  { storage: { db }, feedbackComponent, now }: Storing,
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
  // The component takes feedback with stars, about a service.
  const isPassedOn = feedbackComponent !== null && leiKaId !== null && feedback.stars !== null;
  const passing = isPassedOn ? 'waiting' : null;
  await db
    .insertInto('feedback')
    .values({ ...feedback, day, occasion, leiKaId, area, locale, passing })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return true;
}
