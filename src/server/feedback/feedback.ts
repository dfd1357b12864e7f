import * as z from 'zod';
import {
  FEEDBACK_CHARACTERS,
  type FeedbackOccasion,
  type FoundAnswer,
  feedbackOccasions,
  foundAnswers,
  type Stars,
  starCounts,
} from '#domain/feedback.ts';
import { searchByRegionalKey } from '#server/content/places/places.ts';
import type { Content } from '#server/content/types.ts';
import { withoutPersonalData } from './without-personal-data.ts';

/** Subject of a feedback. Only that of the portal as a whole has no service; the place is null where it is unknown. */
export type FeedbackSubject = { occasion: FeedbackOccasion; leiKaId: string | null; area: string | null };

/** The filled in form as it arrived. */
export type FeedbackInput = { id: string; stars: string; found: string; text: string };

export type Feedback = { id: string; stars: Stars | null; found: FoundAnswer | null; text: string };

/** Faults of what was filled in: nothing at all, or a text that is too long. */
export type FeedbackFault = 'nothing' | 'too-long';

const subjectShape = z.object({
  occasion: z.enum(feedbackOccasions).catch('service'),
  leiKaId: z.string().catch(''),
  area: z.string().catch(''),
});

/** Returns the subject of a feedback: the portal as a whole when the content does not have the service (any more). */
export function subjectOf(content: Content, given: unknown): FeedbackSubject {
  const { occasion, leiKaId, area } = subjectShape.parse(given ?? {});
  if (!content.services.has(leiKaId)) return { occasion: 'portal', leiKaId: null, area: null };
  return {
    occasion,
    leiKaId,
    area: area === '' ? null : (searchByRegionalKey(content, area)[0]?.key ?? null),
  };
}

const inputShape = z.object({
  id: z.uuid().catch(() => crypto.randomUUID()),
  stars: z.string().catch(''),
  found: z.string().catch(''),
  text: z.string().catch(''),
});

/** Reads a sent form. What has the wrong shape counts as not filled in. */
export const inputOf = (body: unknown): FeedbackInput => inputShape.parse(body ?? {});

/** An empty form. Its id makes sending it twice count once. */
export const emptyInput = (): FeedbackInput => inputOf({});

/** Checks a filled in form; personal data in its text is left out. */
export function readFeedback(input: FeedbackInput): Feedback | FeedbackFault {
  const text = input.text.trim().replace(/\r\n?/g, '\n');
  const stars = starCounts.find((count) => String(count) === input.stars) ?? null;
  const found = foundAnswers.find((answer) => answer === input.found) ?? null;
  if ([...text].length > FEEDBACK_CHARACTERS) return 'too-long';
  if (stars === null && found === null && text === '') return 'nothing';
  return { id: input.id, stars, found, text: withoutPersonalData(text) };
}
