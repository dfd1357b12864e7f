import {
  type FeedbackOccasion,
  type FeedbackPassing,
  type FoundAnswer,
  feedbackPassings,
  foundAnswers,
} from '#domain/feedback.ts';
import type { DayRange } from '#server/analytics/report.ts';
import type { Database } from '#server/storage/database.ts';
import type { FeedbackTable } from '#server/storage/tables.ts';

const TEXTS_SHOWN = 100;

/** The feedback about a service on one occasion; about the portal as a whole, the service is null. */
export type FeedbackTotal = {
  leiKaId: string | null;
  occasion: FeedbackOccasion;
  count: number;
  /** Average of the stars that were given, 1 to 5; null when nobody gave any. */
  stars: number | null;
  found: Record<FoundAnswer, number>;
};
export type FeedbackText = Pick<FeedbackTable, 'day' | 'leiKaId' | 'occasion' | 'stars' | 'text'>;
export type FeedbackReport = {
  /** Most feedback first. */
  totals: FeedbackTotal[];
  /** The newest texts first. */
  texts: FeedbackText[];
  /** Number of those that are passed on to the national component, by their stage. */
  passing: Record<FeedbackPassing, number>;
};

/** Adds up the feedback of a range of days. */
export async function readFeedbackReport(db: Database, { from, to }: DayRange): Promise<FeedbackReport> {
  const rows = db.selectFrom('feedback').where('day', '>=', from).where('day', '<=', to);
  const [totals, texts, passing] = await Promise.all([
    rows
      .select(['leiKaId', 'occasion'])
      .select((eb) => [
        eb.fn.countAll<string>().as('count'),
        eb.fn.avg<string | null>('stars').as('stars'),
        ...foundAnswers.map((answer) =>
          eb.fn.countAll<string>().filterWhere('found', '=', answer).as(answer),
        ),
      ])
      .groupBy(['leiKaId', 'occasion'])
      .execute(),
    rows
      .select(['day', 'leiKaId', 'occasion', 'stars', 'text'])
      .where('text', '!=', '')
      .orderBy('day', 'desc')
      .orderBy('id')
      .limit(TEXTS_SHOWN)
      .execute(),
    rows
      .select((eb) =>
        feedbackPassings.map((stage) =>
          eb.fn.countAll<string>().filterWhere('passing', '=', stage).as(stage),
        ),
      )
      .executeTakeFirstOrThrow(),
  ]);
  return {
    totals: totals
      .map(({ leiKaId, occasion, count, stars, yes, partly, no }) => ({
        leiKaId,
        occasion,
        count: Number(count),
        stars: stars === null ? null : Number(stars),
        found: { yes: Number(yes), partly: Number(partly), no: Number(no) },
      }))
      .sort((one, other) => other.count - one.count || (keyOf(one) < keyOf(other) ? -1 : 1)),
    texts,
    passing: {
      waiting: Number(passing.waiting),
      taken: Number(passing.taken),
      refused: Number(passing.refused),
    },
  };
}

const keyOf = ({ leiKaId, occasion }: FeedbackTotal): string => `${leiKaId} ${occasion}`;
