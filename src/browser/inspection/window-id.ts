import { INSPECTED } from './inspected-key.ts';

/** This window among those that are followed, and how many pages it has loaded since. */
export type InspectedWindow = { window: string; page: number };

/**
 * The window of the page before, or a new one. Only between two pages is it kept: a window that was opened from this
 * one got a copy of what is kept, and must not count as the same.
 */
export function takeWindow(storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage): InspectedWindow {
  const [window = '', page = '0'] = (storage.getItem(INSPECTED) ?? '').split(' ');
  storage.setItem(INSPECTED, '');
  return { window: window || randomName(), page: Number(page) + 1 };
}

/** The page is left. */
export const keepWindow = (
  { window, page }: InspectedWindow,
  storage: Pick<Storage, 'setItem'> = sessionStorage,
): void => storage.setItem(INSPECTED, `${window} ${page}`);

const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
