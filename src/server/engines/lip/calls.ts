import { createPrivateKey, createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type * as z from 'zod';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import { FormCaseLost, FormServerOutdated, FormServerRefused } from '#server/ports/form-server.ts';
import { MOST_FILE_BYTES, refusal } from './answers.ts';

export type LipConfig = {
  /** Address of the form server, without a trailing slash; its origin is that of its frames. */
  url: string;
  /** The form server's id of the portal. */
  clientId: string;
  /** PEM, EC P-256: signs the portal's requests. */
  privateKey: string;
  /** PEM, EC P-256: the form server's. */
  publicKey: string;
  /** Limit of one answer. */
  timeoutMs?: number;
  presence?: PartnerPresence;
  now?: () => Date;
};

type Operation = 'open' | 'state' | 'file' | 'prolong' | 'close';

const PARTNER = 'form server';
const TIMEOUT_MS = 10_000;
const REQUEST_SECONDS = 60;
/** Maximum age of an answer; anybody may have recorded an older one. */
const ANSWER_SECONDS = 120;
const CLOCKS_SECONDS = 60;
/** Most requests that wait at once. Those for a file stay in memory until it is complete. */
const MOST_AT_ONCE = 100;
const MOST_FILES_AT_ONCE = 8;
const MOST_ANSWER_BYTES = 2 * 1024 * 1024;

export type LipCalls = {
  /** @throws as ports/form-server.ts says */
  ask<T>(operation: Operation, claims: JWTPayload, schema: z.ZodType<T>): Promise<T & { caseId: string }>;
  /** Returns the bytes of a file, which are not signed. */
  file(claims: JWTPayload): Promise<Uint8Array>;
};

/** Signed requests to the form server, and its signed answers (docs/partners-forms.md). */
export function createCalls(config: LipConfig): LipCalls {
  const audience = new URL(config.url).origin;
  // Both are read for each call: they may be renewed.
  const own = () => createPrivateKey(config.privateKey);
  const theirs = () => createPublicKey(config.publicKey);
  const now = config.now ?? (() => new Date());

  const client = (mostAtOnce: number, mostBytes: number, answeredInFull: readonly string[]) => {
    const { timeoutMs = TIMEOUT_MS, presence } = config;
    return createPartnerClient(
      { partner: PARTNER, timeoutMs, mostBytes, mostAtOnce, answeredInFull, presence },
      { prefix: `${config.url}/api/v1`, headers: { 'content-type': 'application/jwt' } },
    );
  };
  const answers = client(MOST_AT_ONCE, MOST_ANSWER_BYTES, ['POST']);
  // A file may be empty.
  const files = client(MOST_FILES_AT_ONCE, MOST_FILE_BYTES, []);

  async function send(operation: Operation, claims: JWTPayload, jti: string): Promise<Response> {
    const at = Math.floor(now().getTime() / 1000);
    const body = await new SignJWT({ ...claims, op: operation })
      .setProtectedHeader({ alg: 'ES256', typ: 'form-request+jwt' })
      .setIssuer(config.clientId)
      .setAudience(audience)
      .setIssuedAt(at)
      .setExpirationTime(at + REQUEST_SECONDS)
      .setJti(jti)
      .sign(own());
    const response = await (operation === 'file' ? files : answers).post(operation, { body });
    if (response.ok) return response;
    throw await faultOf(operation, response);
  }

  return {
    async ask(operation, claims, schema) {
      const jti = randomUUID();
      const text = await (await send(operation, claims, jti)).text();
      const payload = await verified(text, { theirs: theirs(), config, audience, now: now() });
      const isAbout = (name: 'processId' | 'caseId') =>
        claims[name] === undefined || payload[name] === claims[name];
      if (payload.op !== operation || payload.inResponseTo !== jti) {
        throw new FormServerRefused(`${operation}: the answer to another request`);
      }
      if (!isAbout('processId') || !isAbout('caseId')) {
        throw new FormServerRefused(`${operation}: the answer is about another application`);
      }
      const parsed = schema.safeParse(payload);
      if (!parsed.success) {
        const { path = [], message = '' } = parsed.error.issues[0] ?? {};
        // Names of the protocol, never of a person: keys of their data are left out.
        const place = path
          .filter((part) => typeof part === 'string')
          .slice(0, 1)
          .join('.');
        throw new FormServerRefused(`${operation}: unexpected shape at ${place}: ${message.slice(0, 100)}`);
      }
      return { ...parsed.data, caseId: String(payload.caseId) };
    },
    file: async (claims) => (await send('file', claims, randomUUID())).bytes(),
  };
}

const unavailable = (reason: string) => new PartnerUnavailable(PARTNER, reason);

/** Returns the fault of an answer without success. */
async function faultOf(operation: Operation, response: Response): Promise<Error> {
  const { status } = response;
  const named = refusal.safeParse(await response.json().catch(() => null));
  const code = named.success ? named.data.error : '';
  if (status === 410 && code === 'case-lost') return new FormCaseLost(operation);
  if (status === 426) return new FormServerOutdated(operation);
  if (status === 422 && code === 'not-accepted') {
    return new FormServerRefused(`${operation}: it does not take what is stored`);
  }
  return unavailable(`${operation} answered ${status}${/^[a-z-]{1,40}$/.test(code) ? ` ${code}` : ''}`);
}

async function verified(
  answer: string,
  { theirs, config, audience, now }: { theirs: KeyObject; config: LipConfig; audience: string; now: Date },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(answer, theirs, {
      algorithms: ['ES256'],
      typ: 'form-answer+jwt',
      issuer: audience,
      audience: config.clientId,
      requiredClaims: ['iat', 'exp', 'inResponseTo'],
      maxTokenAge: ANSWER_SECONDS,
      clockTolerance: CLOCKS_SECONDS,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'not a signed answer';
    throw new FormServerRefused(code);
  }
}
