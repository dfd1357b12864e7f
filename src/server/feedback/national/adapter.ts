import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import {
  type FeedbackComponent,
  FeedbackRefused,
  type PassedFeedback,
} from '#server/ports/feedback-component.ts';

const PARTNER = 'feedback component';
const TIMEOUT_MS = 10_000;
/** An answer is an id or a problem: more is none of it. */
const MOST_BYTES = 16_384;

export type NationalFeedbackOptions = {
  /** Address of the interface; feedback is posted to `feedback` below it. */
  url: string;
  /** Reads the installation's token for each feedback, because it is renewed while the server runs. */
  token: () => string;
  /** Regional key of the state, for feedback about a service without a place. */
  region: string;
  timeoutMs?: number;
  presence?: PartnerPresence;
};

/**
 * The message of the interface. Its names are assumptions, and stand only here and in the stand-in: the specification
 * of the component (feedback.gov.de/setup) is given to connected installations alone. `issue` and `region` are the
 * names of its HTML snippet.
 */
const messageOf = ({ id, day, leiKaId, area, locale, stars, text }: PassedFeedback, region: string) => ({
  id,
  date: day,
  issue: leiKaId,
  region: area ?? region,
  language: locale,
  rating: stars,
  ...(text !== '' && { comment: text }),
});

/** Statuses of a feedback that no repeat makes better: its fields are refused, or it is too long. */
const REFUSALS: readonly number[] = [400, 413, 422];
/** The component has a feedback with this id: the answer to an earlier try was lost. */
const KNOWN = 409;

/** Creates the adapter of the national feedback component (Regulation (EU) 2018/1724, article 25). */
export function createNationalFeedback({
  url,
  token,
  region,
  timeoutMs = TIMEOUT_MS,
  presence,
}: NationalFeedbackOptions): FeedbackComponent {
  const client = createPartnerClient(
    { partner: PARTNER, timeoutMs, mostBytes: MOST_BYTES, answeredInFull: ['POST'], presence },
    { prefix: url, headers: { accept: 'application/json' } },
  );
  return {
    async pass(feedback) {
      const { ok, status } = await client.post('feedback', {
        headers: { authorization: `Bearer ${token()}` },
        json: messageOf(feedback, region),
      });
      if (REFUSALS.includes(status)) throw new FeedbackRefused(`answered ${status}`);
      if (!ok && status !== KNOWN) throw new PartnerUnavailable(PARTNER, `answered ${status}`);
    },
  };
}
