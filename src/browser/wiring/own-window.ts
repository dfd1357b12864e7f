/** Key under which a page that is left keeps its name for the next page of the same window. */
const KEY = 'serviceportal.window';

/** This page among the person's windows, and the page before it in this window, if any. */
export type OwnWindow = { window: string; after?: string };

let own: OwnWindow | undefined;

/**
 * Returns the name of this page. The name is kept only between two pages: a window that was copied does not find the
 * name of the one it was copied from.
 */
export function ownWindow(): OwnWindow {
  own ??= { window: randomId(), ...takeFormer() };
  return own;
}

/** Returns the name of this page and of the page before it, for the header of a call. */
export const windowHeader = (): string => Object.values(ownWindow()).join(',');

/** Leaves the name to the next page of this window, which continues the work of this one. */
export const passOn = (): void => sessionStorage.setItem(KEY, ownWindow().window);

/** Notes which page of this window came last, after the return from the history. */
export const resume = (): void => {
  own = { window: ownWindow().window, ...takeFormer() };
};

function takeFormer(): { after?: string } {
  const after = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return after === null ? {} : { after };
}

/** Returns a random id; `crypto.randomUUID` exists over https only. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
