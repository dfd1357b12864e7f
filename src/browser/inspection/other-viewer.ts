import type { InspectionReport } from '#contract/inspection.ts';
import { inFull } from '#ui/workshop/live/in-full.ts';

/** The name that `@statelyai/inspect` gives its window. */
const WINDOW = 'xstateinspector';

/** Key of the mark that a viewer hears this window, over all its pages. */
const CONNECTED = 'serviceportal.viewer';

/** The viewer that an earlier page of this window has opened; null when it was closed. */
function findViewer(): Window | null {
  // Without an address, a window of this name is found and not loaded.
  const found = window.open('', WINDOW);
  try {
    if (found?.location.href !== 'about:blank') return found;
  } catch {
    // Only a page of another origin cannot be read.
    return found;
  }
  found.close();
  return null;
}

/**
 * Opens a viewer on another host that understands the protocol, when somebody asks for it. It gets the reports of the
 * workshop, and the drawings, which it does not have; only its own origin can read them.
 * @param onConnected asks for a report of all actors
 */
export function otherViewer(url: string, onConnected: () => void) {
  const { origin, host } = new URL(url);
  let opened: Window | null = null;
  let isConnected = false;
  const onMessage = (event: MessageEvent<{ type?: unknown } | null>) => {
    if (event.origin !== origin || event.source !== opened) return;
    if (event.data?.type !== '@statelyai.connected') return;
    isConnected = true;
    sessionStorage.setItem(CONNECTED, origin);
    onConnected();
  };
  window.addEventListener('message', onMessage);
  return {
    host,
    open: () => {
      isConnected = false;
      opened = window.open(url, WINDOW);
    },
    /** Goes on telling a viewer that has heard earlier pages of this window: after a load, a login, a payment. */
    resume: () => {
      if (sessionStorage.getItem(CONNECTED) !== origin) return;
      opened = findViewer();
      isConnected = opened !== null;
      if (!isConnected) sessionStorage.removeItem(CONNECTED);
    },
    send: (report: InspectionReport) => {
      if (isConnected) opened?.postMessage(inFull(report), origin);
    },
    close: () => {
      window.removeEventListener('message', onMessage);
      if (isConnected) opened?.postMessage({ type: '@statelyai.disconnected' }, origin);
      isConnected = false;
      sessionStorage.removeItem(CONNECTED);
    },
  };
}
