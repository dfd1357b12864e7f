import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { claimAnnouncement } from './announcement.ts';

const END = '2026-11-28T15:00:00Z';
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  localStorage.clear();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  // jsdom has no locks; one window alone needs none.
  const request = (_name: string, _options: object, act: () => boolean) => Promise.resolve(act());
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'locks');
});
const { signal } = new AbortController();

it('one window announces the end of a session, and the next end again', async () => {
  expect(await claimAnnouncement(END, signal)).toBe(true);
  expect(await claimAnnouncement(END, signal)).toBe(false);
  expect(await claimAnnouncement('2026-11-28T16:00:00Z', signal)).toBe(true);
});

it('a window that nobody sees leaves the announcement to others, until it is looked at', async () => {
  visibility = 'hidden';
  const claimed = vi.fn();
  const claiming = claimAnnouncement(END, signal).then(claimed);
  document.dispatchEvent(new Event('visibilitychange'));
  await Promise.resolve();
  expect(claimed).not.toHaveBeenCalled();
  expect(localStorage.length).toBe(0);
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await claiming;
  expect(claimed).toHaveBeenCalledExactlyOnceWith(true);
});
