import type { FirstAnswers } from '../first-answers.ts';
import { type Payload, payloadAddress } from './payload.ts';

export type PageAnswers = FirstAnswers & {
  /** Fetches all data that the routes of a page will read in one answer. Without it they read one by one. */
  fetch(href: string, area: string | null): Promise<void>;
};

/** Answers that came with the page or with its payload; each is returned once. */
export function pageAnswers({ answers, hash }: Payload): PageAnswers {
  const there = new Map(Object.entries(answers));
  return {
    forget: () => there.clear(),
    take: (address) => {
      const answer = there.get(address);
      if (!answer) return undefined;
      there.delete(address);
      return Promise.resolve(Response.json(answer.body, { status: answer.status }));
    },
    fetch: async (href, area) => {
      // An answer that nobody took belongs to a page that was left before it arrived.
      there.clear();
      const response = await fetch(payloadAddress(href, area, hash)).catch(() => null);
      const payload = (await response?.json().catch(() => null)) as Payload | null;
      for (const [address, answer] of Object.entries(payload?.answers ?? {})) there.set(address, answer);
    },
  };
}
