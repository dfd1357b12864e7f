import type { PartnerPresence } from '#server/partners/partner-presence.ts';

/** Addresses and identity of the sender (FIT-Connect v2, registered in its self-service portal). */
export type FitConnectConfig = {
  /** OAuth 2 token address, complete. */
  tokenUrl: string;
  /** Base addresses without `/v2` and without a trailing slash. */
  submissionUrl: string;
  destinationUrl: string;
  /** The name of the delivery service in its events (`iss`). */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** `Name/version`, optionally followed by contact data; also names the author in the metadata. */
  userAgent: string;
  /**
   * Roots that must certify the destinations' keys, as PEM, one after the other: required in production; the test stage
   * has none. Read for each key: they are renewed while the server runs.
   */
  trustedCertificates?: () => string | undefined;
  /** For one attempt of one call, answer included; default 30 s. */
  timeoutMs?: number;
  presence?: PartnerPresence;
  /**
   * Repeats after the first attempt, and the pause before the first repeat (doubled each time); default 3 and 500 ms.
   */
  retry?: { limit: number; firstDelayMs: number };
};

/** The author in the shape of FIT-Connect metadata 2.1.0. */
export type Author = { name: string; product: { name: string; version: string } };

const USER_AGENT_SHAPE = /^(?<name>[\w .-]+)\/(?<version>[\w.+-]+)( .*)?$/;

/** Throws when the user agent is not `Name/version …`. */
export function authorOf(userAgent: string): Author {
  const { name, version } = USER_AGENT_SHAPE.exec(userAgent)?.groups ?? {};
  if (!name || !version) throw new Error(`"${userAgent}" is no user agent like "Name/1.2.3 (contact)"`);
  return { name, product: { name, version } };
}
