import path from 'node:path';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import * as z from 'zod';
import { createFaults, type Faults, registerFaults } from '#stand-ins/kit/faults.ts';
import { stateFile } from '#stand-ins/kit/state-file.ts';
import { decrypt, encrypt, newTransitKey, RequestRefused, type TransitKey } from './keys.ts';
import { createVaultTokens } from './tokens.ts';

export type VaultStandIn = {
  /** The portal's `VAULT_URL`. */
  url: string;
  origin: string;
  /** Keys of the transit engine, which tests change as an operator of Vault would. */
  keys: Map<string, TransitKey>;
  /** Adds a version to a key, which encrypts from now on. */
  rotate(key: string): Promise<void>;
  /**
   * Sealed: it answers nobody. Standby: it leads to another node, or has none to lead to. Behind: a performance standby
   * that does not know the newest version of a key yet.
   */
  become(state: 'active' | 'behind' | 'sealed' | 'standby' | 'standby without a leader'): void;
  /** Has every call of the transit engine answered like this; null ends that. */
  answer(refusal: { status: number; errors: string[] } | null): void;
  /** Ends all tokens but the first one. */
  revokeTokens(): void;
  /** Ends all tokens, and has another one instead of the first. */
  replaceToken(token: string): void;
  /** A policy that allows nothing. */
  forbid(isForbidden: boolean): void;
  /** Calls, however they were answered. */
  asked(): number;
  /** Logins and renewals of tokens. */
  logins(): number;
  renewals(): number;
  faults: Faults;
  close(): Promise<void>;
};

export type VaultStandInOptions = {
  /** 0 picks a free one. */
  port: number;
  /** Folder that keeps the key `portal`, so that a restart continues with it; without it, it is a new one. */
  stateDir?: string;
  /** Keys of another node of the same Vault. */
  keys?: Map<string, TransitKey>;
  /** A token that is valid from the start. */
  token?: string;
  /** Seconds for which it is valid; 0 for ever. */
  tokenSeconds?: number;
  approle?: { roleId: string; secretId: string };
  kubernetes?: { role: string; jwt: string };
  /** Seconds for which the token of a login is valid, and after which it cannot be renewed. */
  leaseSeconds?: number;
  mostSeconds?: number;
  /** Whether logins give batch tokens, which cannot be renewed. */
  batchTokens?: boolean;
  namespace?: string;
  now?: () => number;
};

const bound = { context: z.string().optional(), associated_data: z.string().optional() };
const toEncrypt = z.object({ plaintext: z.string(), ...bound });
const toDecrypt = z.object({ ciphertext: z.string().min(1), ...bound });
const appRole = z.object({ role_id: z.string(), secret_id: z.string() });
const serviceAccount = z.object({ role: z.string(), jwt: z.string() });

/**
 * Starts HashiCorp Vault on 127.0.0.1, as far as the portal uses it: the transit engine, tokens, and logins by AppRole
 * and by a service account of Kubernetes, with the paths, fields, statuses and words of Vault.
 */
export async function startVaultStandIn(options: VaultStandInOptions): Promise<VaultStandIn> {
  const { leaseSeconds = 3600, mostSeconds = 86_400, now = Date.now, namespace = '' } = options;
  const { batchTokens = false } = options;
  const file = stateFile(path.join(options.stateDir ?? '', 'transit.json'), z.array(z.string()), []);
  const kept = options.stateDir === undefined ? [] : await file.read();
  const versions = kept.map((text) => Buffer.from(text, 'base64'));
  const keys = options.keys ?? new Map([['portal', newTransitKey(versions.length > 0 ? { versions } : {})]]);
  const keep = async () => {
    if (options.stateDir !== undefined)
      await file.write((keys.get('portal')?.versions ?? []).map((version) => version.toString('base64')));
  };
  await keep();
  const tokens = createVaultTokens(now, mostSeconds);
  const faults = createFaults();
  let state: Parameters<VaultStandIn['become']>[0] = 'active';
  let isForbidden = false;
  let refusal: Parameters<VaultStandIn['answer']>[0] = null;
  const newestOf = ({ versions }: TransitKey) => Math.max(1, versions.length - (state === 'behind' ? 1 : 0));
  let asked = 0;
  let logins = 0;
  const issueFirst = () => options.token && tokens.issue(options.tokenSeconds ?? 0, options.token);
  issueFirst();

  const app = Fastify({ forceCloseConnections: true });
  registerFaults(app, faults, ({ url }) => (url.startsWith('/v1/') ? url : null));
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!url.startsWith('/v1/')) return;
    asked += 1;
    if (refusal && url.startsWith('/v1/transit/')) return fail(reply, refusal.status, ...refusal.errors);
    if (state === 'sealed') return fail(reply, 503, 'Vault is sealed');
    if (state === 'standby without a leader')
      return fail(reply, 500, 'local node not active but active cluster node not found');
    if (state === 'standby') return reply.code(307).header('location', `https://leader.invalid${url}`).send();
  });
  app.setErrorHandler((error, _request, reply) =>
    error instanceof RequestRefused
      ? fail(reply, 400, error.message)
      : fail(reply, 400, 'failed to parse JSON input'),
  );
  app.setNotFoundHandler(({ url }, reply) =>
    fail(reply, 404, `no handler for route "${url.slice(4)}". route entry not found.`),
  );

  const isIn = ({ headers }: FastifyRequest) => (headers['x-vault-namespace'] ?? '') === namespace;
  const tokenOf = ({ headers }: FastifyRequest) => {
    const { 'x-vault-token': token } = headers;
    return typeof token === 'string' ? token : undefined;
  };
  const denied = (request: FastifyRequest) => !isIn(request) || !tokens.isValid(tokenOf(request));
  const leased = (token: string, seconds: number) => ({
    ...envelope,
    data: null,
    auth: {
      client_token: token,
      lease_duration: seconds,
      renewable: !batchTokens,
      token_policies: ['portal'],
    },
  });
  const login = (reply: FastifyReply, isRight: boolean, words: string) => {
    if (!isRight) return fail(reply, words === 'permission denied' ? 403 : 400, words);
    logins += 1;
    return reply.send(leased(tokens.issue(leaseSeconds), leaseSeconds));
  };

  app.post('/v1/auth/approle/login', (request, reply) => {
    const given = appRole.safeParse(request.body).data;
    const { approle } = options;
    const isRight = given?.role_id === approle?.roleId && given?.secret_id === approle?.secretId;
    return login(reply, isIn(request) && approle !== undefined && isRight, 'invalid role or secret ID');
  });
  app.post('/v1/auth/kubernetes/login', (request, reply) => {
    const given = serviceAccount.safeParse(request.body).data;
    const { kubernetes } = options;
    const isRight = given?.role === kubernetes?.role && given?.jwt === kubernetes?.jwt;
    return login(reply, isIn(request) && kubernetes !== undefined && isRight, 'permission denied');
  });
  app.post('/v1/auth/token/renew-self', (request, reply) => {
    const token = tokenOf(request);
    if (batchTokens && !denied(request)) return fail(reply, 400, 'batch tokens cannot be renewed');
    const seconds = token === undefined || denied(request) ? null : tokens.renew(token);
    return token === undefined || seconds === null
      ? fail(reply, 403, 'permission denied')
      : reply.send(leased(token, seconds));
  });
  app.get('/v1/auth/token/lookup-self', (request, reply) => {
    const token = tokenOf(request);
    if (token === undefined || denied(request)) return fail(reply, 403, 'permission denied');
    const ttl = tokens.secondsLeft(token);
    return reply.send({ ...envelope, data: { ttl, renewable: ttl > 0, id: token, policies: ['portal'] } });
  });

  app.get<{ Params: { name: string } }>('/v1/transit/keys/:name', (request, reply) => {
    if (denied(request) || isForbidden) return fail(reply, 403, 'permission denied');
    const key = keys.get(request.params.name);
    return key
      ? reply.send({ ...envelope, data: describe(request.params.name, key, newestOf(key)) })
      : fail(reply, 404);
  });
  const transit = <T>(
    path: string,
    shape: z.ZodType<T>,
    missing: string,
    work: (key: TransitKey, given: T) => object,
  ) =>
    app.route<{ Params: { name: string } }>({
      method: ['POST', 'PUT'],
      url: `/v1/transit/${path}/:name`,
      handler: (request, reply) => {
        if (denied(request) || isForbidden) return fail(reply, 403, 'permission denied');
        const given = shape.safeParse(request.body);
        if (!given.success) throw new RequestRefused(missing);
        const key = keys.get(request.params.name);
        if (!key) throw new RequestRefused('encryption key not found');
        const data = work(key, given.data);
        return reply.send({ ...envelope, data });
      },
    });
  transit('encrypt', toEncrypt, 'missing plaintext to encrypt', (key, given) => ({
    ciphertext: encrypt(key, newestOf(key), given.plaintext, boundIn(given)),
    key_version: newestOf(key),
  }));
  transit('decrypt', toDecrypt, 'missing ciphertext to decrypt', (key, given) => ({
    plaintext: decrypt(key, newestOf(key), given.ciphertext, boundIn(given)),
  }));

  const origin = new URL(await app.listen({ port: options.port, host: '127.0.0.1' })).origin;
  return {
    url: origin,
    origin,
    keys,
    rotate: async (name) => {
      keys.get(name)?.versions.push(...newTransitKey().versions);
      await keep();
    },
    become: (next) => {
      state = next;
    },
    revokeTokens: () => {
      tokens.revokeAll();
      issueFirst();
    },
    replaceToken: (token) => {
      tokens.revokeAll();
      tokens.issue(0, token);
    },
    answer: (next) => {
      refusal = next;
    },
    forbid: (next) => {
      isForbidden = next;
    },
    asked: () => asked,
    logins: () => logins,
    renewals: tokens.renewals,
    faults,
    close: () => app.close(),
  };
}

/** Fields that every answer has. */
const envelope = {
  request_id: '0b6e9fd4-8f1c-4a55-9c1c-4f8d4fd1b7a3',
  lease_id: '',
  renewable: false,
  lease_duration: 0,
  wrap_info: null,
  warnings: null,
  auth: null,
};

const fail = (reply: FastifyReply, status: number, ...errors: string[]) =>
  reply.code(status).send({ errors });

const boundIn = (given: { context?: string | undefined; associated_data?: string | undefined }) => ({
  context: given.context,
  associatedData: given.associated_data,
});

const describe = (
  name: string,
  { type, derived, versions, minDecryption, minAvailable }: TransitKey,
  newest: number,
) => ({
  name,
  type,
  derived,
  keys: Object.fromEntries(versions.slice(0, newest).map((_, index) => [index + 1, 1_764_000_000 + index])),
  latest_version: newest,
  min_available_version: minAvailable,
  min_decryption_version: minDecryption,
  min_encryption_version: 0,
  deletion_allowed: false,
  exportable: false,
  allow_plaintext_backup: false,
  supports_encryption: true,
  supports_decryption: true,
  supports_derivation: type === 'aes256-gcm96',
  supports_signing: type !== 'aes256-gcm96',
});
