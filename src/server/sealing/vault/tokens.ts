import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { type AccessTokens, type FreshToken, keepAccessToken } from '#server/access-tokens.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { PARTNER, type VaultCall } from './calls.ts';

/** How the portal proves to Vault who it is. A secret is a text, or the absolute path of a file that has it. */
export type VaultLogin =
  | { kind: 'token'; token: string }
  | { kind: 'approle'; mount: string; roleId: string; secretId: string }
  | { kind: 'kubernetes'; mount: string; role: string; jwt: string };

const lease = z.object({
  auth: z.object({
    client_token: z.string().min(1),
    lease_duration: z.number().nonnegative(),
    renewable: z.boolean(),
  }),
});
const lookedUp = z.object({ data: z.object({ ttl: z.number().nonnegative(), renewable: z.boolean() }) });

/** A token that never ends, or does not say when, is asked about again after this time. */
const ENDLESS_SECONDS = 3600;
/** Share of its time after which a token is renewed. */
const RENEWED_AFTER = 2 / 3;

/** Reads a secret again at each use, so that whoever renews its file need not tell the server. */
function secretOf(value: string): string {
  if (!isAbsolute(value)) return value;
  try {
    return readFileSync(value, 'utf8').trim();
  } catch (cause) {
    throw new PartnerUnavailable(PARTNER, 'the file of the login cannot be read', { cause });
  }
}

/**
 * Keeps a token for Vault: logs in, renews the token when two thirds of its time are over, and logs in again when it
 * cannot be renewed any further.
 */
export function keepVaultToken(call: VaultCall, login: VaultLogin): AccessTokens {
  let renewable: { token: string; seconds: number; file: string | null } | null = null;

  const fresh = (token: string, seconds: number, mayBeRenewed: boolean): FreshToken => {
    renewable = mayBeRenewed && seconds > 0 ? { token, seconds, file: fileToken() } : null;
    return { token, expiresInSeconds: seconds === 0 ? ENDLESS_SECONDS : seconds * RENEWED_AFTER };
  };
  const fileToken = () => (login.kind === 'token' ? secretOf(login.token) : null);

  async function renewed(): Promise<FreshToken | null> {
    const present = renewable;
    // Whoever keeps the file has put another token there.
    if (!present || present.file !== fileToken()) return null;
    const answered = await call('post', 'auth/token/renew-self', {
      shape: lease,
      token: present.token,
      body: {},
    });
    if (!answered.ok) return null;
    const { client_token: token, lease_duration: seconds, renewable: again } = answered.answer.auth;
    // Near its last end a token is renewed for less and less time.
    return login.kind !== 'token' && seconds < present.seconds / 2 ? null : fresh(token, seconds, again);
  }

  async function loggedIn(): Promise<FreshToken> {
    if (login.kind === 'token') {
      const token = secretOf(login.token);
      const answered = await call('get', 'auth/token/lookup-self', { shape: lookedUp, token });
      // A policy may forbid the question. Whether the token is good is seen by its use.
      if (!answered.ok) return fresh(token, 0, false);
      return fresh(token, answered.answer.data.ttl, answered.answer.data.renewable);
    }
    const body =
      login.kind === 'approle'
        ? { role_id: login.roleId, secret_id: secretOf(login.secretId) }
        : { role: login.role, jwt: secretOf(login.jwt) };
    const answered = await call('post', `auth/${login.mount}/login`, { shape: lease, body });
    if (!answered.ok)
      throw new PartnerUnavailable(PARTNER, `the login at auth/${login.mount} answered ${answered.status}`);
    const { client_token: token, lease_duration: seconds, renewable: again } = answered.answer.auth;
    return fresh(token, seconds, again);
  }

  const tokens = keepAccessToken(async () => (await renewed()) ?? loggedIn(), 0);
  return {
    get: tokens.get,
    forget(token) {
      if (renewable?.token === token) renewable = null;
      tokens.forget(token);
    },
  };
}
