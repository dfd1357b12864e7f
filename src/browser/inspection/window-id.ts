import { INSPECTED } from './inspected-key.ts';

/** This window among the followed ones, and the number of pages that it has loaded since. */
export type InspectedWindow = { window: string; page: number };

/**
 * Returns the window of the page before, or a new one. The name is kept only between two pages: a window that was
 * opened from this one has a copy of the storage, and must not count as the same window.
 */
export function takeWindow(storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage): InspectedWindow {
  const [window = '', page = '0'] = (storage.getItem(INSPECTED) ?? '').split(' ');
  storage.setItem(INSPECTED, '');
  return { window: window || randomName(), page: Number(page) + 1 };
}

/** Keeps the name of the window when its page is left. */
export const keepWindow = (
  { window, page }: InspectedWindow,
  storage: Pick<Storage, 'setItem'> = sessionStorage,
): void => storage.setItem(INSPECTED, `${window} ${page}`);

const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
