/** A fresh access token, and the seconds for which it is valid. */
export type FreshToken = { token: string; expiresInSeconds: number };

/** Authorises the calls to a partner. */
export type AccessTokens = {
  /** Returns a valid token; many callers at once cause one request. */
  get(): Promise<string>;
  /** Drops a token that the partner no longer accepts. */
  forget(token: string): void;
};

/**
 * One call with a token. The partner may have ended it early, e.g. by a restart: then the call is made once more, with a
 * new one.
 */
export async function authorised(
  tokens: AccessTokens,
  call: (authorization: string, isLast: boolean) => Promise<Response>,
): Promise<Response> {
  const token = await tokens.get();
  const answer = await call(`Bearer ${token}`, false);
  if (answer.status !== 401) return answer;
  tokens.forget(token);
  return call(`Bearer ${await tokens.get()}`, true);
}

/**
 * Stores the access token of a partner (OAuth 2.0 client credentials, RFC 6749 section 4.4) until shortly before its
 * end.
 * @param fetchToken asks the partner for a new one, in that partner's way
 * @param marginMs time before its end from which a token is no longer used
 */
export function keepAccessToken(fetchToken: () => Promise<FreshToken>, marginMs: number): AccessTokens {
  let kept: { token: string; until: number } | null = null;
  let underWay: Promise<string> | null = null;

  async function renew(): Promise<string> {
    const askedAt = Date.now();
    const { token, expiresInSeconds } = await fetchToken();
    kept = { token, until: askedAt + expiresInSeconds * 1000 - marginMs };
    return token;
  }

  return {
    get() {
      if (kept && Date.now() < kept.until) return Promise.resolve(kept.token);
      underWay ??= renew().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    forget(token) {
      if (kept?.token === token) kept = null;
    },
  };
}
