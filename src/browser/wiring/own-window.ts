/** Where a page that is left keeps its name for the next page of the same window. */
const KEY = 'serviceportal.window';

/** This page among the person's windows, and the page before it in this window, if any. */
export type OwnWindow = { window: string; after?: string };

let own: OwnWindow | undefined;

/**
 * The name of this page. Only between two pages is it kept: a window that was copied does not find the name of the one
 * it was copied from.
 */
export function ownWindow(): OwnWindow {
  own ??= { window: randomId(), ...takeFormer() };
  return own;
}

/** The same for the header of a call. */
export const windowHeader = (): string => Object.values(ownWindow()).join(',');

/** The page is left: the next one of this window continues what it held. */
export const passOn = (): void => sessionStorage.setItem(KEY, ownWindow().window);

/** Back from the history, after other pages of this window. */
export const resume = (): void => {
  own = { window: ownWindow().window, ...takeFormer() };
};

function takeFormer(): { after?: string } {
  const after = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return after === null ? {} : { after };
}

/** `crypto.randomUUID` exists over https only. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
