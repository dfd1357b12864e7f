import type { RouterHistory } from '@tanstack/react-router';
import { screenOfPath } from '#contract/pages.ts';
import { selectHasPendingFiles } from '#machines/form/form.selectors.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { selectApplication } from '#machines/portal/portal.selectors.ts';
import { formIsSaved } from '../wiring/portal.ts';

/** Time within which the last input is saved; after that, the person is asked about it. */
const PATIENCE_MS = 3_000;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Key of the page that led here: it must load this address instead of navigating to it in the client. */
    wholeFrom?: number;
  }
}

/**
 * Leads to an address that must be loaded in full. It still goes through the router, which asks in the portal's own
 * words if something would be lost; the browser's own question does not mention files or entries.
 */
export const wholeLoader =
  (history: RouterHistory, portal: Portal) =>
  (href: string): void => {
    const go = () => history.push(href, { wholeFrom: performance.timeOrigin });
    const form = selectApplication(portal.getSnapshot())?.getSnapshot().children.form;
    const mayBeSavedSoon = form !== undefined && !selectHasPendingFiles(form.getSnapshot());
    const comesBackHere = screenOfPath(new URL(href, location.href).pathname) === 'process';
    if (mayBeSavedSoon && comesBackHere) {
      formIsSaved(portal, AbortSignal.timeout(PATIENCE_MS)).then(go, go);
    } else go();
  };

/** Whether this page was led to an address in order to load it; the page loaded there was not. */
export const loadsWhole = ({ wholeFrom }: { wholeFrom?: number }): boolean =>
  wholeFrom === performance.timeOrigin;
