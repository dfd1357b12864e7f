import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Presence, watchPresence } from './presence.ts';

let presence: Presence;
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  presence = watchPresence();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

it('counts the opening of a page, for a minute', () => {
  expect(presence.isAttended()).toBe(true);
  vi.advanceTimersByTime(MINUTE_MS - 1);
  expect(presence.isAttended()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(presence.isAttended()).toBe(false);
});

it.each(['pointerdown', 'keydown', 'click', 'input', 'change', 'drop'])(
  'counts a person’s %s, also where the page keeps it to itself',
  (sign) => {
    vi.advanceTimersByTime(MINUTE_MS);
    const field = document.body.appendChild(document.createElement('input'));
    field.addEventListener(sign, (event) => event.stopImmediatePropagation());
    field.dispatchEvent(new Event(sign, { bubbles: true }));
    expect(presence.isAttended()).toBe(true);
  },
);

it.each(['scroll', 'pointermove', 'wheel', 'focus', 'visibilitychange', 'online'])(
  'does not count %s: nobody uses the portal by that',
  (sign) => {
    vi.advanceTimersByTime(MINUTE_MS);
    document.dispatchEvent(new Event(sign, { bubbles: true }));
    window.dispatchEvent(new Event(sign));
    expect(presence.isAttended()).toBe(false);
  },
);

it('counts a return from the history, and what is done in a frame', () => {
  vi.advanceTimersByTime(MINUTE_MS);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(presence.isAttended()).toBe(false);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(presence.isAttended()).toBe(true);
  vi.advanceTimersByTime(MINUTE_MS);
  presence.noteSign();
  expect(presence.isAttended()).toBe(true);
});
