import type { Opened } from './calls.ts';
import type { PortalMessages } from './portal.ts';

const LATER_MS = 1000;
const FLOOD_EVERY_MS = 50;
const FLOOD_AT_ONCE = 10;

/** True if this misbehaviour of the frame was switched on (faults.ts). */
export const doesPlay = ({ plays }: Opened, play: string): boolean => plays.includes(play);

/** Repeats the message that the form is complete, immediately and later. */
export function completeAgain({ send }: PortalMessages, revision: number): void {
  send('lip:complete', { revision });
  setTimeout(() => send('lip:complete', { revision }), LATER_MS);
}

/** Misbehaves as ordered, once the frame can be used. */
export function misbehave(opened: Opened, { send }: PortalMessages): void {
  if (doesPlay(opened, 'flood')) {
    let height = 0;
    setInterval(() => {
      for (let count = 0; count < FLOOD_AT_ONCE; count += 1) {
        height = (height + 1) % 1000;
        send('lip:height', { height });
      }
    }, FLOOD_EVERY_MS);
  }
  if (doesPlay(opened, 'navigatesAway') && opened.elsewhere) location.assign(`${opened.elsewhere}/elsewhere`);
  const nested = document.querySelector('iframe');
  if (nested?.src) {
    const { caseId, portal, page } = opened;
    const tell = () =>
      nested.contentWindow?.postMessage({ caseId, portal, page }, new URL(nested.src).origin);
    nested.addEventListener('load', tell);
    tell();
  }
}
