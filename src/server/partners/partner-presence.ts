import type { FastifyBaseLogger } from 'fastify';

/** Whether partners can be reached, according to the last calls. */
export type PartnerPresence = {
  /**
   * @param reason for the operators' log, without anybody's data
   * @param by `probe` for a question that only asks whether anybody is there, and for a call that has reached nobody: such
   * a question can find out as well that this is over
   */
  noteFailure(partner: string, reason: string, by?: 'call' | 'probe'): void;
  /**
   * @param by `probe` for the answer to such a question
   * @param tookMs time to the answer, where somebody has measured it
   */
  noteAnswer(partner: string, by?: 'call' | 'probe', tookMs?: number): void;
};

/** How a partner stands, by the calls of one process. */
export type PartnerStanding = {
  partner: string;
  /** Time for which it has not answered; 0 for one that answers. */
  awaySeconds: number;
  /** Time to an answer: the middle one of the last five that were measured; null before the first. */
  answerSeconds: number | null;
};

export type KnownPartners = PartnerPresence & {
  /** Returns the partners that were asked. */
  standing(): PartnerStanding[];
  /** Returns for how many milliseconds nobody has asked a partner; infinite for one that was never asked. */
  quietMs(partner: string): number;
};

/** Number of answers by which a partner is called slow: a single slow one says nothing. */
const MEASURED = 5;

/** Calls in a row that have failed, from which the answer to a probe does not count. One may be an accident. */
const BELIEVED = 2;

/**
 * Logs an outage of each partner once, and then its length. A partner that answers probes while calls fail stays away until
 * a call is answered.
 */
export function partnerPresence(
  log: Pick<FastifyBaseLogger, 'warn'>,
  now: () => number = () => performance.now(),
): KnownPartners {
  /** When each was asked last. */
  const asked = new Map<string, number>();
  const awaySince = new Map<string, number>();
  /** Calls that have failed since the last one that was answered. */
  const failed = new Map<string, number>();
  const took = new Map<string, number[]>();
  const secondsAway = (since: number) => Math.round((now() - since) / 1000);
  return {
    noteFailure(partner, reason, by = 'call') {
      asked.set(partner, now());
      if (by === 'call') failed.set(partner, (failed.get(partner) ?? 0) + 1);
      if (awaySince.has(partner)) return;
      awaySince.set(partner, now());
      log.warn({ partner, reason }, 'a partner is away');
    },
    noteAnswer(partner, by = 'call', tookMs) {
      asked.set(partner, now());
      if (tookMs !== undefined) took.set(partner, [...(took.get(partner) ?? []), tookMs].slice(-MEASURED));
      if (by === 'call') failed.delete(partner);
      else if ((failed.get(partner) ?? 0) >= BELIEVED) return;
      const since = awaySince.get(partner);
      if (since === undefined) return;
      awaySince.delete(partner);
      log.warn({ partner, seconds: secondsAway(since) }, 'a partner is back');
    },
    standing: () =>
      [...asked.keys()].map((partner) => {
        const since = awaySince.get(partner);
        // A partner that has just failed is away, too.
        return {
          partner,
          awaySeconds: since === undefined ? 0 : Math.max(1, secondsAway(since)),
          answerSeconds: middleSecondsOf(took.get(partner) ?? []),
        };
      }),
    quietMs: (partner) => now() - (asked.get(partner) ?? -Infinity),
  };
}

function middleSecondsOf(tookMs: readonly number[]): number | null {
  const sorted = [...tookMs].sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined ? null : middle / 1000;
}
