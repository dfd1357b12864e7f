import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '#browser/api.ts';
import { waitForForm } from '#browser/application/wait-for-form.ts';
import { createReadOnlyPortal } from '#browser/wiring/read-only-portal.ts';
import { processViews } from './process-views.ts';
import { reading, user } from './session-user.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PATIENCE_MS = 300;
const OPENING_MS = 1500;
const frame = { address: 'https://forms.example/frame', token: 'token', caseId: 'case' };

/** True if the page is rendered with its form when reads take this long. */
async function isRendered(readMs: number, formMs: number): Promise<boolean> {
  const after = <T>(ms: number, answer: T) =>
    new Promise<T>((resolve) => setTimeout(() => resolve(answer), ms));
  const process = { ...processViews.editing, locale: 'de' };
  const api = {
    getUser: () => after(readMs, reading(user(Date.now()))),
    getProcess: () => after(readMs, process),
    getAccessData: () => after(formMs, { fmsType: 'LIP', frame, version: 1, page: 'person' }),
  } as unknown as Api;
  const portal = createReadOnlyPortal({ api, locale: 'de', place: null });
  portal.start();
  const start = { kind: 'process', processId: process.id } as const;
  const route = { screen: 'process', start, step: 'page.person', begun: null } as const;
  portal.send({ type: 'route.entered', route, locale: 'de' });
  const waits = waitForForm(portal, PATIENCE_MS, OPENING_MS);
  await vi.advanceTimersByTimeAsync(10_000);
  portal.stop();
  return waits;
}

it('waits for what is read here shortly, and longer for a form that a form server opens', async () => {
  expect(await isRendered(100, 1_400)).toBe(true);
  expect(await isRendered(100, 1_600)).toBe(false);
  expect(await isRendered(400, 0)).toBe(false);
});
