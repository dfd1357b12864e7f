import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Locale } from '#domain/locale.ts';
import type { FormsStandIn } from './server.ts';

/** A portal as the form server sees it, for tests of the form server alone. */
export const CLIENT_ID = 'portal';
export const PORTAL = 'http://localhost:8080';

export const newPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, publicPem: String(publicKey.export({ type: 'spki', format: 'pem' })) };
};

type Claims = Record<string, unknown>;
export type Ids = { processId: string; caseId: string };
export type State = Ids & {
  formId: string;
  revision: number;
  page: string;
  complete: boolean;
  data: Claims;
  files: { id: string; path: string; name: string; size: number; type: string; sha256: string }[];
  faults: { path: string; page: string; label: Record<Locale, string>; rule: string }[];
  summary: Record<Locale, { key: string; title: string; rows: SummaryLine[] }[]>;
  feeCents: number | null;
  lastInput: number | null;
  sessionExpires: number;
};
type SummaryLine = { path: string; label: string; value: string; kind: string; level: number };

/** Differences of a request from a right one. */
export type Wrong = {
  key?: KeyObject;
  type?: string;
  claims?: Claims;
  /** Operation of the address, when it is not the signed one. */
  to?: string;
};

export function createAsker(standIn: () => FormsStandIn, key: KeyObject, now: () => number) {
  async function sign(op: string, claims: Claims, wrong: Wrong = {}): Promise<string> {
    const seconds = Math.floor(now() / 1000);
    return new SignJWT({
      iss: CLIENT_ID,
      aud: standIn().origin,
      iat: seconds,
      exp: seconds + 60,
      jti: randomUUID(),
      op,
      ...claims,
      ...wrong.claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: wrong.type ?? 'form-request+jwt' })
      .sign(wrong.key ?? key);
  }
  const send = (op: string, jws: string): Promise<Response> =>
    fetch(`${standIn().origin}/api/v1/${op}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/jwt' },
      body: jws,
    });
  const ask = async (op: string, claims: Claims, wrong: Wrong = {}): Promise<Response> =>
    send(wrong.to ?? op, await sign(op, claims, wrong));

  /** The claims of a right answer. @throws Error with the status for any other */
  async function answer<T>(op: string, claims: Claims): Promise<T> {
    const response = await ask(op, claims);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const { payload } = await jwtVerify(await response.text(), createPublicKey(standIn().publicKey), {
      algorithms: ['ES256'],
      typ: 'form-answer+jwt',
      issuer: standIn().origin,
      audience: CLIENT_ID,
      maxTokenAge: 120,
      currentDate: new Date(now()),
    });
    return payload as T;
  }
  const open = (change: Claims = {}) =>
    answer<Ids & { token: string; tokenExpires: number; sessionExpires: number; protocol: number }>('open', {
      protocol: 1,
      processId: randomUUID(),
      formId: 'jagdschein',
      locale: 'de',
      portal: PORTAL,
      page: null,
      data: null,
      files: [],
      prefill: {},
      ...change,
    });
  const state = ({ processId, caseId }: Ids) => answer<State>('state', { processId, caseId });
  return { sign, send, ask, answer, open, state };
}

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

/** Right answers to every question that must be answered. */
export const RIGHT = {
  givenName: 'Jürgen',
  familyName: 'Förster',
  birthdate: '24.12.1985',
  placeOfBirth: 'Plön',
  streetAddress: 'Am Wald 1',
  postalCode: '24306',
  locality: 'Plön',
  email: 'foerster@example.org',
  licence: 'year3',
  issue: 'first',
  validFrom: '1.4.2090',
  examinationDate: '15.06.2010',
  examinationAuthority: 'Kreis Plön',
  examinationNumber: 'JP-2010-7',
  hasWeapons: true,
  weaponsCard: 'WBK 12/345',
  grounds: [
    { name: 'Steinwarder', district: 'Plön', role: 'leaseholder' },
    { name: 'Hoher Knick', district: 'Ostholstein', role: 'guest' },
  ],
  insurer: 'Jagdversicherung Nord',
  policyNumber: 'H 99',
  insuredUntil: '31.03.2091',
  convicted: false,
  refused: false,
};
