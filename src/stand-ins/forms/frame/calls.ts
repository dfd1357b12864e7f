import type { Locale } from '#domain/locale.ts';

export type Stands = { revision: number; page: string; title: string; secondsLeft: number };
export type Shown = Stands & {
  outcome: 'shown' | 'saved' | 'wrong' | 'complete' | 'cancelled';
  focus: string | null;
  html: string | null;
  words: string | null;
  isChecked: boolean;
};
export type Opened = Shown & {
  session: string;
  caseId: string;
  portal: string;
  locale: Locale;
  plays: string[];
  elsewhere: string | null;
  formTitle: Record<Locale, string>;
};

/** The session at the form server has ended. */
export class Lost extends Error {
  readonly caseId: string | null;

  constructor(caseId: string | null) {
    super('lost');
    this.caseId = caseId;
  }
}
/** The form server has refused the input, with a message for the person. */
export class Refused extends Error {}

async function call<T>(path: string, init: RequestInit): Promise<T> {
  const answer = await fetch(path, { ...init, cache: 'no-store', credentials: 'omit' });
  if (answer.ok) return (await answer.json()) as T;
  if (answer.status === 410) {
    const { caseId } = (await answer.json()) as { caseId?: string };
    throw new Lost(caseId ?? null);
  }
  if (answer.status === 422) throw new Refused(((await answer.json()) as { error: string }).error);
  throw new Error(`${path}: ${answer.status}`);
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** Redeems the token of the frame's address. @throws Lost for a used, old or unknown token */
export const redeem = (token: string): Promise<Opened> => call('/frame/redeem', json({ token }));

/** The calls of a session, one after the other, so that the last answer is the newest. */
export function callsOf(session: string) {
  let last: Promise<unknown> = Promise.resolve();
  const own = <T>(path: string, init: RequestInit): Promise<T> => {
    const next = last.then(() =>
      call<T>(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${session}` } }),
    );
    last = next.catch(() => undefined);
    return next;
  };
  return {
    step: (body: object): Promise<Shown> => own('/frame/step', json(body)),
    stands: (): Promise<Stands> => own('/frame/session', {}),
    upload(path: string, file: File, locale: Locale): Promise<Stands> {
      const query = new URLSearchParams({ path, name: file.name, locale });
      const headers = { 'Content-Type': 'application/octet-stream' };
      return own(`/frame/files?${query}`, { method: 'POST', headers, body: file });
    },
    remove: (id: string): Promise<Stands> => own(`/frame/files/${id}`, { method: 'DELETE' }),
  };
}
export type Calls = ReturnType<typeof callsOf>;
