import type { RouterHistory } from '@tanstack/react-router';
import { screenOfPath } from '#contract/pages.ts';
import { selectHasPendingFiles } from '#machines/form/form.selectors.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { selectApplication } from '#machines/portal/portal.selectors.ts';
import { formIsSaved } from '../wiring/portal.ts';

/** What was typed last is saved within this time, or the person is asked about it. */
const PATIENCE_MS = 3_000;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page that has led here: it is not to change to this address but to load it. */
    wholeFrom?: number;
  }
}

/**
 * Leads to an address that is to be loaded as a whole. It goes by the router all the same, so that whoever would
 * lose something is asked before, in the words of the portal; the browser has a question of its own, which says
 * nothing of files and entries.
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

/** Whether this page was led to an address in order to load it; the page that has been loaded there was not. */
export const loadsWhole = ({ wholeFrom }: { wholeFrom?: number }): boolean =>
  wholeFrom === performance.timeOrigin;
