import { randomBytes, randomUUID } from 'node:crypto';
import type { Locale } from '#domain/locale.ts';
import type { Data, Form } from './definition.ts';
import type { StoredFile } from './values.ts';

const TOKEN_SECONDS = 60;

/** One filling-in of a form. */
export type Case = {
  readonly caseId: string;
  readonly processId: string;
  readonly form: Form;
  /** Origin of the portal that shows it. */
  readonly portal: string;
  locale: Locale;
  page: string;
  data: Data;
  files: StoredFile[];
  revision: number;
  /** The person has passed the last page, without a change since. */
  isPassed: boolean;
  /** Unix seconds of the last input of a person. */
  lastInput: number | null;
  /** Unix milliseconds. */
  expires: number;
};
/** The secret by which the frame's page proves with each call that it has redeemed the token. */
export type Session = { secret: string; of: Case };
type Token = { caseId: string; portal: string; expires: number; isUsed: boolean };

export type Cases = ReturnType<typeof createCases>;

/** The cases of the form server, in memory only: the portal has the data, and opens a new case with it. */
export function createCases(options: { sessionSeconds: number; now: () => Date }) {
  const cases = new Map<string, Case>();
  const bytes = new Map<string, Buffer>();
  const tokens = new Map<string, Token>();
  const sessions = new Map<string, Case>();
  const now = () => options.now().getTime();

  function end(one: Case): void {
    cases.delete(one.caseId);
    for (const { id } of one.files) bytes.delete(id);
    for (const [secret, of] of sessions) if (of === one) sessions.delete(secret);
  }
  const alive = (one: Case | undefined): Case | null => {
    if (!one || !cases.has(one.caseId)) return null;
    if (one.expires > now()) return one;
    end(one);
    return null;
  };
  const ofProcess = (processId: string) => [...cases.values()].filter((one) => one.processId === processId);

  return {
    /** Begins a case; the older one of the same process ends. */
    open(asked: Pick<Case, 'processId' | 'form' | 'portal' | 'locale' | 'page' | 'data' | 'files'>): Case {
      for (const older of ofProcess(asked.processId)) end(older);
      const opened: Case = {
        ...asked,
        caseId: randomUUID(),
        revision: 0,
        isPassed: false,
        lastInput: null,
        expires: now() + options.sessionSeconds * 1000,
      };
      cases.set(opened.caseId, opened);
      return opened;
    },
    /** A new token for the frame of a case. @returns it with its end in Unix seconds */
    issueToken(one: Case): { token: string; tokenExpires: number } {
      const token = randomBytes(32).toString('base64url');
      const expires = now() + TOKEN_SECONDS * 1000;
      tokens.set(token, { caseId: one.caseId, portal: one.portal, expires, isUsed: false });
      return { token, tokenExpires: Math.floor(expires / 1000) };
    },
    /** The token that was handed out last. */
    lastToken: (): string | undefined => [...tokens.keys()].at(-1),
    /** Redeems a token, once. Returns its session, or otherwise the case that it was for. */
    redeem(token: string): Session | { of: null; caseId: string | null } {
      const known = tokens.get(token);
      const one = alive(known && cases.get(known.caseId));
      if (!known || !one || known.isUsed || known.expires <= now())
        return { of: null, caseId: known?.caseId ?? null };
      known.isUsed = true;
      const secret = randomBytes(32).toString('base64url');
      sessions.set(secret, one);
      return { secret, of: one };
    },
    bySession: (secret: string): Case | null => alive(sessions.get(secret)),
    find(processId: string, caseId: string): Case | null {
      const one = alive(cases.get(caseId));
      return one?.processId === processId ? one : null;
    },
    /** Any open case of another process. */
    another: (processId: string): Case | undefined =>
      [...cases.values()].find((one) => one.processId !== processId && alive(one)),
    prolong(one: Case): void {
      one.expires = now() + options.sessionSeconds * 1000;
    },
    /** Prolongs the session after input of a person. */
    touch(one: Case): void {
      one.lastInput = Math.floor(now() / 1000);
      one.expires = now() + options.sessionSeconds * 1000;
    },
    end,
    /** Ends the cases of a process, or all. */
    lose(processId?: string): void {
      for (const one of processId === undefined ? [...cases.values()] : ofProcess(processId)) end(one);
    },
    keepBytes: (fileId: string, content: Buffer) => void bytes.set(fileId, content),
    dropBytes: (fileId: string) => void bytes.delete(fileId),
    bytesOf: (one: Case, fileId: string): Buffer | undefined =>
      one.files.some(({ id }) => id === fileId) ? bytes.get(fileId) : undefined,
    /** Origins of the portals that have opened a frame lately. */
    portals(): string[] {
      for (const [token, { caseId, expires }] of tokens) {
        // A used token is kept as long as its case, so that its page can still name the case.
        if (expires <= now() - 3_600_000 && !cases.has(caseId)) tokens.delete(token);
      }
      return [...new Set([...tokens.values()].map(({ portal }) => portal))];
    },
  };
}
