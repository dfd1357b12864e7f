import type { KyInstance } from 'ky';
import { type AccessTokens, keepAccessToken } from '#server/access-tokens.ts';
import { expectShape, readAnswer, unavailable } from './http.ts';
import { tokenAnswer } from './schema.ts';

export type TokenConfig = { tokenUrl: string; clientId: string; clientSecret: string };

const MARGIN_MS = 30_000;
const DEFAULT_LIFETIME_SECONDS = 300;

/** Access tokens of the payment provider; id and secret are sent in the header. */
export const createAccessTokens = (config: TokenConfig, ask: KyInstance): AccessTokens =>
  keepAccessToken(async () => {
    const response = await ask.post(config.tokenUrl, {
      headers: { authorization: basic(config), accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const answer = await readAnswer(response);
    if (answer.status !== 200) throw unavailable(`the token request was refused (${answer.status})`);
    const { access_token, expires_in = DEFAULT_LIFETIME_SECONDS } = expectShape(tokenAnswer, answer);
    return { token: access_token, expiresInSeconds: expires_in };
  }, MARGIN_MS);

/** RFC 6749, 2.3.1: id and secret are form-encoded before they are joined. */
function basic({ clientId, clientSecret }: TokenConfig): string {
  const encode = (text: string) => new URLSearchParams({ v: text }).toString().slice(2);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}
