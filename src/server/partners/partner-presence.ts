import type { FastifyBaseLogger } from 'fastify';

/** Whether partners can be reached, according to the last calls. */
export type PartnerPresence = {
  /** @param reason for the operators' log, without anybody's data */
  noteFailure(partner: string, reason: string): void;
  noteAnswer(partner: string): void;
};

export type KnownPartners = PartnerPresence & {
  /** Returns the partners that were asked, with the seconds for which each has been away; 0 for one that answers. */
  standing(): { partner: string; awaySeconds: number }[];
};

/** Logs an outage of each partner once, and then its length. */
export function partnerPresence(
  log: Pick<FastifyBaseLogger, 'warn'>,
  now: () => number = () => performance.now(),
): KnownPartners {
  const asked = new Set<string>();
  const awaySince = new Map<string, number>();
  const secondsAway = (since: number) => Math.round((now() - since) / 1000);
  return {
    noteFailure(partner, reason) {
      asked.add(partner);
      if (awaySince.has(partner)) return;
      awaySince.set(partner, now());
      log.warn({ partner, reason }, 'a partner is away');
    },
    noteAnswer(partner) {
      asked.add(partner);
      const since = awaySince.get(partner);
      if (since === undefined) return;
      awaySince.delete(partner);
      log.warn({ partner, seconds: secondsAway(since) }, 'a partner is back');
    },
    standing: () =>
      [...asked].map((partner) => {
        const since = awaySince.get(partner);
        // A partner that has just failed is away, too.
        return { partner, awaySeconds: since === undefined ? 0 : Math.max(1, secondsAway(since)) };
      }),
  };
}
