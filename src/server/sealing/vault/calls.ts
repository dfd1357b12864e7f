import * as z from 'zod';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';

export const PARTNER = 'key service';
/** Calls of people wait for it. */
const TIMEOUT_MS = 5_000;
/** The longest answer is the description of a key with all its versions. */
const MOST_BYTES = 262_144;

export type VaultAddress = {
  /** Address of the server; the interface is at `v1` below it. */
  url: string;
  namespace?: string | undefined;
  timeoutMs?: number | undefined;
};

/** An answer in the shape of the call, or the words of Vault for what is wrong with the request (400, 403, 404). */
export type VaultAnswer<T> =
  | { ok: true; answer: T }
  | { ok: false; status: 400 | 403 | 404; errors: readonly string[] };

export type VaultCall = <T>(
  method: 'get' | 'post',
  path: string,
  about: { shape: z.ZodType<T>; token?: string; body?: object },
) => Promise<VaultAnswer<T>>;

const refusal = z.object({ errors: z.array(z.string()) });

/**
 * Calls the HTTP interface of HashiCorp Vault, which OpenBao has too.
 * @throws PartnerUnavailable when there is no answer, or none that tells about the request: Vault is sealed, a standby
 * without a leader, too busy
 */
export function createVaultCalls({ url, namespace, timeoutMs = TIMEOUT_MS }: VaultAddress): VaultCall {
  const client = createPartnerClient(
    { partner: PARTNER, timeoutMs, mostBytes: MOST_BYTES, answeredInFull: ['GET', 'POST'] },
    {
      prefix: `${url.replace(/\/$/, '')}/v1`,
      headers: {
        accept: 'application/json',
        'x-vault-request': 'true',
        ...(namespace !== undefined && { 'x-vault-namespace': namespace }),
      },
    },
  );
  return async (method, path, { shape, token, body }) => {
    const response = await client(path, {
      method,
      ...(token !== undefined && { headers: { 'x-vault-token': token } }),
      ...(body && { json: body }),
    });
    const { status } = response;
    const json: unknown = await response.json().catch(() => null);
    if (status === 400 || status === 403 || status === 404) {
      return { ok: false, status, errors: refusal.safeParse(json).data?.errors ?? [] };
    }
    if (!response.ok) throw new PartnerUnavailable(PARTNER, `answered ${status}`);
    const parsed = shape.safeParse(json);
    // The answer itself may have a key or a token.
    if (!parsed.success) throw new PartnerUnavailable(PARTNER, 'an answer has another shape');
    return { ok: true, answer: parsed.data };
  };
}
