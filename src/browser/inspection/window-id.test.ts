import { expect, it } from 'vitest';
import { keepWindow, takeWindow } from './window-id.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    copy() {
      const other = storage();
      for (const [key, value] of kept) other.setItem(key, value);
      return other;
    },
  };
}

it('a window stays the same over its pages', () => {
  const own = storage();
  const first = takeWindow(own);
  expect(first.page).toBe(1);
  keepWindow(first, own);
  expect(takeWindow(own)).toEqual({ window: first.window, page: 2 });
});

it('a window that was opened from another is another', () => {
  const own = storage();
  const first = takeWindow(own);
  const opened = takeWindow(own.copy());
  expect(opened.window).not.toBe(first.window);
  expect(opened.page).toBe(1);
});
