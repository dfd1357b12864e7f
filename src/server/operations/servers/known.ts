import type { SeenServer } from '#server/running-servers/row.ts';

/** Silence after which nothing is believed of what a server has said: it writes every three seconds. */
const SILENT_SECONDS = 30;
/** Time to an answer above which a partner is called slow: people who wait for it begin to doubt. */
const SLOW_SECONDS = 3;

export const isSilent = ({ silentSeconds }: Pick<SeenServer, 'silentSeconds'>): boolean =>
  silentSeconds > SILENT_SECONDS;

/** How a partner stands, by all servers that speak. */
export type KnownPartner = {
  partner: string;
  /** Since when it has not answered, by the server that has noticed first; null where it answers all. */
  awaySince: Date | null;
  /** Time to an answer, of the server that waits longest; null where nobody has measured it. */
  answerSeconds: number | null;
  isSlow: boolean;
  /** Names of the servers that the above is about; null for all of those that have asked it. */
  servers: string[] | null;
};

/** Returns every partner that a server has asked: those that are away first, then slow ones. */
export function knownPartners(servers: readonly SeenServer[]): KnownPartner[] {
  const told = servers
    .filter((server) => !isSilent(server))
    .flatMap(({ name, seenAt, facts }) => facts.partners.map((one) => ({ ...one, name, seenAt })));
  const names = [...new Set(told.map(({ partner }) => partner))].sort();
  return names
    .map((partner): KnownPartner => {
      const all = told.filter((one) => one.partner === partner);
      const away = all.filter(({ awaySeconds }) => awaySeconds > 0);
      const since = away.map(({ seenAt, awaySeconds }) => seenAt.getTime() - awaySeconds * 1000);
      const slowest = Math.max(...all.map(({ answerSeconds }) => answerSeconds ?? -1));
      const slow = all.filter(({ answerSeconds }) => (answerSeconds ?? 0) > SLOW_SECONDS);
      const about = away.length > 0 ? away : slow;
      return {
        partner,
        awaySince: away.length > 0 ? new Date(Math.min(...since)) : null,
        answerSeconds: slowest < 0 ? null : slowest,
        isSlow: away.length === 0 && slow.length > 0,
        servers: about.length === 0 || about.length === all.length ? null : about.map(({ name }) => name),
      };
    })
    .sort((one, other) => urgency(other) - urgency(one));
}

const urgency = ({ awaySince, isSlow }: KnownPartner): number => (awaySince ? 2 : isSlow ? 1 : 0);

/** A certificate with its remaining days; two rows where servers have different ones. */
export type KnownCertificate = { certificate: string; days: number; servers: string[] | null };

/** Returns the certificates of all servers that speak, the one that ends first at the beginning. */
export function knownCertificates(servers: readonly SeenServer[]): KnownCertificate[] {
  const told = servers
    .filter((server) => !isSilent(server))
    .flatMap(({ name, facts }) => facts.certificates.map((one) => ({ ...one, name })));
  const found = Map.groupBy(told, ({ certificate, days }) => `${days} ${certificate}`);
  return [...found.values()]
    .map((same): KnownCertificate => {
      const { certificate, days } = same[0]!;
      const having = told.filter((one) => one.certificate === certificate);
      return {
        certificate,
        days,
        servers: same.length === having.length ? null : same.map(({ name }) => name),
      };
    })
    .sort((one, other) => one.days - other.days || (one.certificate < other.certificate ? -1 : 1));
}

/** Returns the largest difference between a server's clock and those of the logins; null before a comparison. */
export function clockOf({ facts }: Pick<SeenServer, 'facts'>): ServerClock | null {
  const [furthest = null] = [...facts.clocks].sort(
    (one, other) => Math.abs(other.aheadSeconds) - Math.abs(one.aheadSeconds),
  );
  return furthest;
}
type ServerClock = SeenServer['facts']['clocks'][number];
