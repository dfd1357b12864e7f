import type { FastifyBaseLogger } from 'fastify';

/** Whether partners can be reached, according to the last calls. */
export type PartnerPresence = {
  /** @param reason for the operators' log, without anybody's data */
  noteFailure(partner: string, reason: string): void;
  noteAnswer(partner: string): void;
};

/** Logs an outage of each partner once, and then its length. */
export function partnerPresence(
  log: Pick<FastifyBaseLogger, 'warn'>,
  now: () => number = () => performance.now(),
): PartnerPresence {
  const awaySince = new Map<string, number>();
  return {
    noteFailure(partner, reason) {
      if (awaySince.has(partner)) return;
      awaySince.set(partner, now());
      log.warn({ partner, reason }, 'a partner is away');
    },
    noteAnswer(partner) {
      const since = awaySince.get(partner);
      if (since === undefined) return;
      awaySince.delete(partner);
      log.warn({ partner, seconds: Math.round((now() - since) / 1000) }, 'a partner is back');
    },
  };
}
