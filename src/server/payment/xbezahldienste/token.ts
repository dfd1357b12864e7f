import { call, expectShape, unavailable } from './http.ts';
import { tokenAnswer } from './schema.ts';

export type TokenConfig = { tokenUrl: string; clientId: string; clientSecret: string; timeoutMs: number };

export type TokenSource = {
  /** A valid access token; several callers share one request. */
  get(): Promise<string>;
  /** Forget a token that the provider has refused. */
  drop(token: string): void;
};

const MARGIN_MS = 30_000;
const DEFAULT_LIFETIME_S = 300;

/** Access tokens by OAuth 2.0 client credentials (RFC 6749, 4.4), kept until half a minute before they end. */
export function createTokenSource(config: TokenConfig): TokenSource {
  let kept: { token: string; until: number } | null = null;
  let underWay: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const answer = await call(
      config.tokenUrl,
      {
        method: 'POST',
        headers: { Authorization: basic(config), Accept: 'application/json' },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      },
      config.timeoutMs,
    );
    if (answer.status !== 200) throw unavailable(`the token request was refused (${answer.status})`);
    const { access_token, expires_in = DEFAULT_LIFETIME_S } = expectShape(tokenAnswer, answer);
    kept = { token: access_token, until: Date.now() + expires_in * 1000 - MARGIN_MS };
    return access_token;
  }

  return {
    get() {
      if (kept && Date.now() < kept.until) return Promise.resolve(kept.token);
      underWay ??= fetchToken().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    drop(token) {
      if (kept?.token === token) kept = null;
    },
  };
}

/** RFC 6749, 2.3.1: id and secret are form-encoded before they are joined. */
function basic({ clientId, clientSecret }: TokenConfig): string {
  const encode = (text: string) => new URLSearchParams({ v: text }).toString().slice(2);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}
