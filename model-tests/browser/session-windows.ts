import type { Page } from 'playwright';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

type ClaimEnd = 'granted' | 'refused' | 'failed';

declare global {
  interface Window {
    /** Kinds of the messages that passed between the windows. */
    heardMessages: string[];
    /** Questions which window announces the end; `go` lets one be answered. */
    heldClaims: { go: () => Promise<ClaimEnd>; signal: AbortSignal | undefined }[];
  }
}

/** Runs in the page: records messages between windows, and holds back the question which of them announces. */
export function listenAndHold(): void {
  window.heardMessages = [];
  window.heldClaims = [];
  new BroadcastChannel('serviceportal').onmessage = ({ data }) => window.heardMessages.push(data.type);
  const { locks } = navigator;
  const request = locks.request.bind(locks) as (...given: unknown[]) => Promise<unknown>;
  const holding = (...given: unknown[]) =>
    new Promise((resolve, reject) => {
      const { signal } = given[1] as { signal?: AbortSignal };
      const grant = (isGranted: unknown): ClaimEnd => {
        resolve(isGranted);
        return isGranted === true ? 'granted' : 'refused';
      };
      const fail = (error: unknown): ClaimEnd => {
        reject(error);
        return 'failed';
      };
      const go = () => request(...given).then(grant, fail);
      window.heldClaims.push({ go, signal });
    });
  Object.assign(locks, { request: holding });
}

/** Waits until a message of this kind has passed between the windows since the last time. */
export async function hears(page: Page, type: string): Promise<void> {
  const take = () =>
    page.evaluate((kind) => {
      const at = window.heardMessages.indexOf(kind);
      return at >= 0 && window.heardMessages.splice(0, at + 1).length > 0;
    }, type);
  await eventually(take, true);
}

/** The number of questions of a window whether it announces the end, still without an answer. */
export const waitingClaims = (page: Page): Promise<number> =>
  page.evaluate(() => window.heldClaims.filter(({ signal }) => !signal?.aborted).length);

/** Lets the question be answered, and checks that it ends like this. */
export async function letClaim(page: Page, end: ClaimEnd): Promise<void> {
  const ends = await page.evaluate(() => Promise.all(window.heldClaims.splice(0).map(({ go }) => go())));
  expect(ends.at(-1)).toBe(end);
}

/** Fills the storage that the windows use to coordinate, so that no space is left. */
export async function claimInVain(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size /= 2) {
      try {
        for (let n = 0; ; n += 1) localStorage.setItem(`full-${size}-${n}`, 'x'.repeat(size));
      } catch {}
    }
  });
  await letClaim(page, 'failed');
}
