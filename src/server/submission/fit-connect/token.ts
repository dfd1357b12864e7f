import type { KyInstance } from 'ky';
import { type AccessTokens, keepAccessToken } from '#server/access-tokens.ts';
import type { FitConnectConfig } from './config.ts';
import { read } from './http.ts';
import { tokenSchema } from './schemas.ts';

const MARGIN_MS = 5_000;

/** Access tokens of the delivery service; the secret is sent in the body, Basic is not accepted. */
export const createAccessTokens = (http: KyInstance, config: FitConnectConfig): AccessTokens =>
  keepAccessToken(async () => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: config.clientId,
      client_secret: config.clientSecret,
    });
    const headers = { accept: 'application/json' };
    const answer = http.post(config.tokenUrl, { headers, body });
    const { access_token, expires_in } = await read(tokenSchema, answer);
    return { token: access_token, expiresInSeconds: expires_in };
  }, MARGIN_MS);
