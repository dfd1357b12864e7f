import type { KyInstance } from 'ky';
import type { FitConnectConfig } from './config.ts';
import { tokenSchema } from './schemas.ts';

export type AccessTokens = {
  /** A valid token; many askers at once cause one call. */
  get(): Promise<string>;
  /** The service did not accept this one any more. */
  forget(token: string): void;
};

const marginMs = 5_000;

/** OAuth 2 client credentials (RFC 6749 section 4.4); the secret goes in the body, Basic is not accepted. */
export function createAccessTokens(http: KyInstance, config: FitConnectConfig): AccessTokens {
  let current: { token: string; until: number } | null = null;
  let asking: Promise<string> | null = null;

  async function ask(): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: config.clientId,
      client_secret: config.clientSecret,
    });
    const askedAt = Date.now();
    const answer = tokenSchema.parse(await http.post(config.tokenUrl, { body }).json());
    current = { token: answer.access_token, until: askedAt + answer.expires_in * 1000 - marginMs };
    return current.token;
  }

  return {
    get() {
      if (current && Date.now() < current.until) return Promise.resolve(current.token);
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    forget(token) {
      if (current?.token === token) current = null;
    },
  };
}
