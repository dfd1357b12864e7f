import { randomBytes } from 'node:crypto';

/** Tokens that Vault has given out, each with its end. */
export type VaultTokens = {
  /** @param seconds until its end; 0 for none */
  issue(seconds: number, token?: string): string;
  isValid(token: string | undefined): boolean;
  /** @returns the seconds that it is valid again; null for one that is not valid */
  renew(token: string): number | null;
  secondsLeft(token: string): number;
  revokeAll(): void;
  renewals(): number;
};

/** @param mostSeconds time after which a token ends, however often it is renewed */
export function createVaultTokens(now: () => number, mostSeconds: number): VaultTokens {
  const tokens = new Map<string, { end: number; lastEnd: number; seconds: number }>();
  let renewals = 0;
  const valid = (token: string | undefined) => {
    const kept = token === undefined ? undefined : tokens.get(token);
    return kept && kept.end > now() ? kept : undefined;
  };
  return {
    issue(seconds, token = `hvs.${randomBytes(24).toString('base64url')}`) {
      const [end, lastEnd] =
        seconds === 0 ? [Infinity, Infinity] : [seconds, mostSeconds].map((it) => now() + it * 1000);
      tokens.set(token, { end: end as number, lastEnd: lastEnd as number, seconds });
      return token;
    },
    isValid: (token) => valid(token) !== undefined,
    renew(token) {
      const kept = valid(token);
      if (!kept) return null;
      renewals += 1;
      kept.end = Math.min(now() + kept.seconds * 1000, kept.lastEnd);
      return Math.ceil((kept.end - now()) / 1000);
    },
    secondsLeft: (token) => {
      const { end } = tokens.get(token) ?? { end: 0 };
      return end === Infinity ? 0 : Math.max(0, Math.ceil((end - now()) / 1000));
    },
    revokeAll: () => tokens.clear(),
    renewals: () => renewals,
  };
}
