import { createPrivateKey, createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type * as z from 'zod';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { FormCaseLost, FormServerOutdated, FormServerRefused } from '#server/ports/form-server.ts';
import { refusal } from './answers.ts';

export type LipConfig = {
  /** Address of the form server, without a trailing slash; its origin is that of its frames. */
  url: string;
  /** How it knows the portal. */
  clientId: string;
  /** PEM, EC P-256: signs what the portal asks. */
  privateKey: string;
  /** PEM, EC P-256: the form server's. */
  publicKey: string;
  /** For one answer. */
  timeoutMs?: number;
  now?: () => Date;
};

type Operation = 'open' | 'state' | 'file' | 'prolong' | 'close';

const TIMEOUT_MS = 10_000;
const REQUEST_SECONDS = 60;
/** Older answers may be somebody's who has recorded them. */
const ANSWER_SECONDS = 120;
const CLOCKS_SECONDS = 60;
/** Requests that wait for their answer. */
const MOST_AT_ONCE = 100;
const MOST_ANSWER_BYTES = 2 * 1024 * 1024;

export type LipCalls = {
  /** @throws as ports/form-server.ts says */
  ask<T>(operation: Operation, claims: JWTPayload, schema: z.ZodType<T>): Promise<T & { caseId: string }>;
  /** The body of an answer that is not signed. */
  bytes(operation: Operation, claims: JWTPayload): Promise<AsyncIterable<Uint8Array>>;
};

/** Signed requests to the form server, and its signed answers (docs/partners-forms.md). */
export function createCalls(config: LipConfig): LipCalls {
  const audience = new URL(config.url).origin;
  const own = createPrivateKey(config.privateKey);
  const theirs = createPublicKey(config.publicKey);
  const now = config.now ?? (() => new Date());

  let underWay = 0;

  /** Of those who wait for a form server that does not answer, not all need to: the rest is told at once. */
  async function limited(operation: Operation, request: () => Promise<Response>): Promise<Response> {
    if (underWay >= MOST_AT_ONCE) throw unavailable(`${operation}: too many wait already`);
    underWay += 1;
    try {
      return await request();
    } finally {
      underWay -= 1;
    }
  }

  async function send(operation: Operation, claims: JWTPayload, jti: string): Promise<Response> {
    const at = Math.floor(now().getTime() / 1000);
    const body = await new SignJWT({ ...claims, op: operation })
      .setProtectedHeader({ alg: 'ES256', typ: 'form-request+jwt' })
      .setIssuer(config.clientId)
      .setAudience(audience)
      .setIssuedAt(at)
      .setExpirationTime(at + REQUEST_SECONDS)
      .setJti(jti)
      .sign(own);
    const request = () =>
      fetch(`${config.url}/api/v1/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/jwt' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(config.timeoutMs ?? TIMEOUT_MS),
      });
    const response = await limited(operation, request).catch((cause: unknown) => {
      if (cause instanceof PartnerUnavailable) throw cause;
      throw unavailable(`${operation}: the request failed`, cause);
    });
    if (response.ok) return response;
    throw await faultOf(operation, response);
  }

  return {
    async ask(operation, claims, schema) {
      const jti = randomUUID();
      const text = await wholeText(operation, await send(operation, claims, jti));
      const payload = await verified(text, { theirs, config, audience, now: now() });
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
    async bytes(operation, claims) {
      const response = await send(operation, claims, randomUUID());
      if (!response.body) throw unavailable(`${operation}: no content`);
      return response.body;
    },
  };
}

const unavailable = (reason: string, cause?: unknown) =>
  new PartnerUnavailable('form server', reason, cause === undefined ? undefined : { cause });

/** What an answer that is none means. */
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

async function wholeText(operation: Operation, response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of response.body ?? []) {
      size += piece.length;
      if (size > MOST_ANSWER_BYTES) throw new FormServerRefused(`${operation}: the answer is too long`);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof FormServerRefused) throw error;
    throw unavailable(`${operation}: the answer broke off`, error);
  }
  return Buffer.concat(pieces).toString('utf8');
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
