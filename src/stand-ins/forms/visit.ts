import type { Step } from './filling.ts';
import { huntingLicence } from './hunting-licence.ts';

type Opened = { address: string; token: string };
type Values = Readonly<Record<string, string | boolean | readonly Readonly<Record<string, string>>[]>>;
type Answer = {
  revision: number;
  page: string;
  outcome: 'shown' | 'saved' | 'wrong' | 'complete' | 'cancelled';
  html: string | null;
};

export type FormVisit = {
  session: { secret: string; caseId: string };
  /** Enters values by field: texts as people type them, yes and no as booleans, rows of a group as a list. */
  fill(values: Values): Promise<Answer>;
  /** Uploads a file to a field. @throws Error with the page's words when it is refused */
  upload(path: string, content: Uint8Array, name: string): Promise<void>;
  /** Presses the button of the last page. @returns whether the form accepted it */
  complete(): Promise<{ isComplete: boolean; revision: number }>;
  /** Takes a step of a person on a page. */
  step(step: Partial<Step>): Promise<Answer>;
};

/**
 * Opens a form as the frame's page does, without a browser, and fills it in.
 * @param opened address of the frame and the token that opens it once
 * @throws Error when the form server refuses the token
 */
export async function visitForm(opened: Opened): Promise<FormVisit> {
  const { origin } = new URL(opened.address);
  const redeemed = await post<{ session: string; caseId: string; page: string }>(`${origin}/frame/redeem`, {
    token: opened.token,
  });
  const session = { secret: redeemed.session, caseId: redeemed.caseId };
  const authorization = `Bearer ${session.secret}`;
  let page = redeemed.page;

  async function take(change: Partial<Step>): Promise<Answer> {
    const step: Step = { action: 'save', page, locale: 'de', ...change };
    const answer = await post<Answer>(`${origin}/frame/step`, step, authorization);
    page = answer.page;
    return answer;
  }

  async function fill(values: Values): Promise<Answer> {
    const { pages } = huntingLicence;
    const known = pages.flatMap(({ questions }) => questions.map(({ key }) => key));
    const unknown = Object.keys(values).filter((key) => !known.includes(key));
    if (unknown.length > 0) throw new Error(`the form has no ${unknown.join(', ')}`);
    let answer: Answer | null = null;
    for (const { key, questions } of pages) {
      const entered = questions
        .map((question) => question.key)
        .filter((field) => values[field] !== undefined);
      if (entered.length === 0) continue;
      const rows = entered.flatMap((field) => {
        const value = values[field];
        return Array.isArray(value) ? [{ field, count: value.length }] : [];
      });
      for (const { field, count } of rows) await makeRows(key, field, count);
      answer = await take({ page: key, values: flat(entered, values) });
    }
    return answer ?? take({});
  }

  /** Makes this number of empty rows. */
  async function makeRows(key: string, field: string, count: number): Promise<void> {
    let drawn = await take({ page: key, action: 'show' });
    while (drawn.html?.includes('data-action="removeRow"'))
      drawn = await take({ page: key, action: 'removeRow', rows: { key: field, index: 0 } });
    for (let index = 0; index < count; index += 1)
      await take({ page: key, action: 'addRow', rows: { key: field, index } });
  }

  return {
    session,
    fill,
    step: take,
    async upload(path, content, name) {
      const query = new URLSearchParams({ path, name, locale: 'de' });
      const answer = await fetch(`${origin}/frame/files?${query}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream', Authorization: authorization },
        body: Buffer.from(content),
      });
      if (!answer.ok) throw new Error(`the form server refused the file: ${await answer.text()}`);
    },
    async complete() {
      const { outcome, revision } = await take({ page: huntingLicence.pages.at(-1)!.key, action: 'next' });
      return { isComplete: outcome === 'complete', revision };
    },
  };
}

function flat(fields: readonly string[], values: Values): Record<string, string> {
  const entries = fields.flatMap((field): [string, string][] => {
    const value = values[field];
    if (typeof value === 'boolean') return [[field, value ? 'yes' : 'no']];
    if (typeof value === 'string') return [[field, value]];
    return (value ?? []).flatMap((row, index) =>
      Object.entries(row).map(([key, text]): [string, string] => [`${field}.${index}.${key}`, text]),
    );
  });
  return Object.fromEntries(entries);
}

async function post<T>(url: string, body: unknown, authorization?: string): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the form server refused: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
