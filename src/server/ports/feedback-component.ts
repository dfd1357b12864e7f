import type { Stars } from '#domain/feedback.ts';
import type { Locale } from '#domain/locale.ts';

/** A feedback about a service as it is passed on. */
export type PassedFeedback = {
  /** Of the form that was sent: the same in every try, so that a repeat can be recognised. */
  id: string;
  /** The day in Germany, YYYY-MM-DD. */
  day: string;
  /** Key of the service (LeiKa). */
  leiKaId: string;
  /** Regional key of the place, 12 digits; null where it is not known. */
  area: string | null;
  locale: Locale;
  stars: Stars;
  /** Without personal data; '' without a text. */
  text: string;
};

/** The national feedback component, which passes the figures on to the European Commission. */
export type FeedbackComponent = {
  /**
   * Hands a feedback over; one that it has already stays there once.
   * @throws FeedbackRefused when a repeat is pointless
   * @throws PartnerUnavailable when a repeat may succeed
   */
  pass(feedback: PassedFeedback): Promise<void>;
};

/** The component refuses this feedback for good. The message names the status, and nothing of the feedback. */
export class FeedbackRefused extends Error {
  override name = 'FeedbackRefused';
}
