import * as z from 'zod';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import type { KeyService } from '#server/ports/key-service.ts';
import { KeysRefused, KeyUnknown } from '../key-faults.ts';
import { KEY_BYTES, SealBroken } from '../seal.ts';
import { createVaultCalls, PARTNER, type VaultAddress, type VaultAnswer } from './calls.ts';
import { keepVaultToken, type VaultLogin } from './tokens.ts';

export type TransitOptions = VaultAddress & {
  login: VaultLogin;
  /** Path at which the transit engine is mounted. */
  mount: string;
  /** Name of the key. */
  key: string;
  presence?: PartnerPresence | undefined;
  /** Time between two looks at the key, and between two tries while Vault is away. */
  pauses?: { lookMs: number; awayMs: number };
};

export type Transit = KeyService & { stop(): void };

const PAUSES = { lookMs: 60_000, awayMs: 1_000 };

const described = z.object({
  data: z.object({
    type: z.string(),
    latest_version: z.int().positive(),
    min_decryption_version: z.int(),
    supports_encryption: z.boolean(),
    supports_decryption: z.boolean(),
  }),
});
const encrypted = z.object({ data: z.object({ ciphertext: z.string().regex(/^vault:v\d+:./) }) });
const decrypted = z.object({ data: z.object({ plaintext: z.string() }) });

/** Kinds of keys of 256 bits that authenticate what belongs to a text beside it. */
const TYPES: readonly string[] = ['aes256-gcm96', 'chacha20-poly1305', 'xchacha20-poly1305'];
/** Words of Vault for a version or a key that it does not open any more, or does not have. */
const UNKNOWN_VERSION = /too old|too new|key not found|no such key version/;
/**
 * Words of Vault for a text that is not what it has encrypted, or not for this place. Whatever else it refuses says
 * nothing about the text: people would lose what is sealed by it.
 */
const BROKEN = /message authentication failed|^invalid ciphertext/;

/**
 * Wraps data keys by a key of HashiCorp Vault's transit engine, or OpenBao's. The key never leaves it. What a wrapped
 * key belongs to is sent as associated data, and as context for keys that derive one for each.
 *
 * While Vault is away nobody waits for it: calls fail at once, and it is asked in the background until it answers.
 */
export function createTransit(options: TransitOptions): Transit {
  const { login, mount, key, presence, pauses = PAUSES } = options;
  const call = createVaultCalls(options);
  const tokens = keepVaultToken(call, login);
  let versions: { oldest: number; latest: number } | null = null;
  /** The reason why Vault is away, in our own words: no answer of Vault is in it. */
  let awayBecause: string | null = null;
  /** Time of the last answer: what was asked before it and fails later says nothing new. */
  let answeredAt = 0;
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** A token may end early: then the call is made once more, with a new one. */
  async function authorised<T>(
    method: 'get' | 'post',
    path: string,
    shape: z.ZodType<T>,
    body?: object,
  ): Promise<VaultAnswer<T>> {
    for (const isLast of [false, true]) {
      const token = await tokens.get();
      const answered = await call(method, path, { shape, token, ...(body && { body }) });
      if (answered.ok || answered.status !== 403) return answered;
      tokens.forget(token);
      if (isLast) break;
    }
    throw new PartnerUnavailable(PARTNER, 'answered 403: the token is not valid, or its policy forbids this');
  }

  async function look(): Promise<{ oldest: number; latest: number }> {
    const answered = await authorised('get', `${mount}/keys/${key}`, described);
    if (!answered.ok) throw new KeysRefused(`VAULT_KEY: Vault has no key "${key}" at ${mount}`);
    const { data } = answered.answer;
    if (!TYPES.includes(data.type) || !data.supports_encryption || !data.supports_decryption)
      throw new KeysRefused(`VAULT_KEY: the key "${key}" is of the type ${data.type}, not ${TYPES[0]}`);
    return { oldest: Math.max(1, data.min_decryption_version), latest: data.latest_version };
  }

  function plan(ms: number): void {
    clearTimeout(next);
    if (!isStopped) next = setTimeout(() => void lookAgain(), ms).unref();
  }
  function noteAnswer(): void {
    awayBecause = null;
    answeredAt = performance.now();
    presence?.noteAnswer(PARTNER);
  }
  function noteFailure(error: unknown, askedAt: number): void {
    if (askedAt < answeredAt) return;
    const reason = (error as Error).message.replace(`${PARTNER}: `, '');
    presence?.noteFailure(PARTNER, reason);
    if (awayBecause === null) plan(pauses.awayMs);
    awayBecause = reason;
  }
  async function lookAgain(): Promise<void> {
    const askedAt = performance.now();
    try {
      versions = await look();
      noteAnswer();
    } catch (error) {
      noteFailure(error, askedAt);
    }
    plan(awayBecause !== null ? pauses.awayMs : pauses.lookMs);
  }

  /** @throws PartnerUnavailable at once while Vault is away */
  async function asking<T>(work: () => Promise<T>): Promise<T> {
    if (awayBecause !== null) throw new PartnerUnavailable(PARTNER, `is away: ${awayBecause}`);
    const askedAt = performance.now();
    try {
      const answer = await work();
      noteAnswer();
      return answer;
    } catch (error) {
      if (error instanceof PartnerUnavailable) noteFailure(error, askedAt);
      throw error;
    }
  }
  const present = async () => {
    versions ??= await asking(look);
    return versions;
  };
  const nameOf = (version: number | string) => `vault:${key}:v${version}`;
  const boundTo = (about: string) => {
    const base64 = Buffer.from(about).toString('base64');
    return { associated_data: base64, context: base64 };
  };

  plan(pauses.lookMs);
  return {
    current: async () => {
      // Whoever has just added a version asks for it: what was seen a minute ago is not enough.
      versions = await asking(look);
      return nameOf(versions.latest);
    },
    knows: async (by) => {
      const { oldest, latest } = await present();
      const version = versionIn(by, key);
      return version !== null && version >= oldest && version <= latest;
    },
    wrap: (bytes, about) =>
      asking(async () => {
        const plaintext = Buffer.from(bytes).toString('base64');
        const answered = await authorised('post', `${mount}/encrypt/${key}`, encrypted, {
          plaintext,
          ...boundTo(about),
        });
        if (!answered.ok) throw new PartnerUnavailable(PARTNER, `encrypt answered ${answered.status}`);
        const wrapped = answered.answer.data.ciphertext;
        return { wrapped, by: nameOf(wrapped.split(':')[1]?.slice(1) ?? '') };
      }),
    unwrap: async ({ wrapped, by }, about) => {
      const version = versionIn(by, key);
      if (version === null) throw new KeyUnknown(by);
      if (!wrapped.startsWith(`vault:v${version}:`)) throw new SealBroken(about);
      return asking(async () => {
        const answered = await authorised('post', `${mount}/decrypt/${key}`, decrypted, {
          ciphertext: wrapped,
          ...boundTo(about),
        });
        if (answered.ok) {
          const bytes = Buffer.from(answered.answer.data.plaintext, 'base64');
          if (bytes.length !== KEY_BYTES) throw new SealBroken(about);
          return bytes;
        }
        // A path without an engine: a matter of its address, and not of the key.
        if (answered.status === 404) throw new PartnerUnavailable(PARTNER, 'decrypt answered 404');
        if (answered.errors.some((words) => UNKNOWN_VERSION.test(words))) throw new KeyUnknown(by);
        if (answered.errors.some((words) => BROKEN.test(words))) throw new SealBroken(about);
        throw new PartnerUnavailable(PARTNER, `decrypt answered ${answered.status}`);
      });
    },
    stop: () => {
      isStopped = true;
      clearTimeout(next);
    },
  };
}

/** The version in the name of a wrapping key; null for another key, or another service. */
function versionIn(by: string, key: string): number | null {
  const [service, name, version] = by.split(':');
  const number = /^v([1-9]\d*)$/.exec(version ?? '')?.[1];
  return service === 'vault' && name === key && number !== undefined ? Number(number) : null;
}
