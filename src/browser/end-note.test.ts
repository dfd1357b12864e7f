// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { endNote } from './end-note.ts';

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});
const until = (ms: number) => {
  vi.useFakeTimers({ now: 0 });
  document.body.innerHTML = `<aside data-until="${new Date(ms).toISOString()}">Wartung</aside><p>Seite</p>`;
  endNote();
};
const text = () => document.body.textContent;

it('leaves an open page at its end', () => {
  until(60_000);
  vi.advanceTimersByTime(59_999);
  expect(text()).toBe('WartungSeite');
  vi.advanceTimersByTime(1);
  expect(text()).toBe('Seite');
});

it('stays where its end is further away than a timer can wait, and does no harm without one', () => {
  until(40 * 24 * 3_600_000);
  vi.advanceTimersByTime(1);
  expect(text()).toBe('WartungSeite');
  document.body.innerHTML = '<p>Seite</p>';
  endNote();
  vi.runAllTimers();
  expect(text()).toBe('Seite');
});
