import type { HistoryLocation, RouterHistory } from '@tanstack/react-router';
import { selectStep } from '#machines/application/application.selectors.ts';
import { stepOf } from '#machines/application/application.steps.ts';
import type { Beginning, Step } from '#machines/application/application.types.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { selectApplication } from '#machines/portal/portal.selectors.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';

/** Data that a history entry stores in addition to its address. */
type Entry = {
  __TSR_index: number;
  __TSR_key?: string;
  /** Index of the entry at which the steps of this application begin. */
  first?: number;
  /** The step of the entry before this one. */
  behind?: Step;
  /** The service and the place that an application without an account began with: none of its contents. */
  begun?: Beginning | undefined;
};

type Shown = { processId: string; step: Step; href: string; begun: Beginning | undefined };
type Place = { processId: string | null; step: Step | null };

const entryOf = ({ state }: HistoryLocation): Entry => state as unknown as Entry;

/** The beginning of an application without an account that an entry stores, for returning to it after it has ended. */
export const begunOf = ({ state }: { state: object }): Beginning | null => (state as Entry).begun ?? null;

function placeOf({ search }: HistoryLocation): Place {
  const query = new URLSearchParams(search);
  return { processId: query.get('id'), step: stepOf(query.get('step')) };
}

export type Way = 'person' | 'workflow' | 'none';

export type StepHistory = {
  /** Makes the address follow the workflow from now on. */
  begin: () => void;
  /**
   * The way to this entry: by the person, by a step of the workflow, or by neither, when only the address of the step
   * on the screen was corrected.
   */
  wayTo: (location: { state: object }) => Way;
  /**
   * Whether the page begins at its top: it does for each step that the workflow led to, also by the page's own back
   * link. With the browser's navigation the page stays at its former position; the summary stays at the changed entry.
   */
  beginsAtTop: () => boolean;
  /** Sets the window's title. While going to another history entry the title waits: it belongs to that entry. */
  writeTitle: (title: string) => void;
  /** Called when the workflow has received the address. */
  told: () => void;
  /** Called when the workflow does not go to the step that the address names. */
  refuse: () => void;
};

/**
 * Gives each step of an application a place in the browser's history. The workflow decides what is shown, and the
 * address follows: a new step is a new entry, a step back is a step back. A step that is no longer open is not shown:
 * the steps before it are not open either, so the entries of the application become one, and going back once more
 * leaves it.
 */
export function stepHistory(history: RouterHistory, portal: Portal): StepHistory {
  /** The way to the entry whose step is not shown yet: by this many entries, or as a new one. */
  let cameBy: number | 'anew' | null = 'anew';
  /** Runs when a move through the history that was started here arrives. */
  let arrive: (() => void) | null = null;
  let heldTitle: string | null = null;
  let acting: Way = 'person';
  let hasBegun = false;
  let come: { key: string | undefined; way: Way } = { key: undefined, way: 'person' };
  let here = history.location;

  function now(): Shown | null {
    const snapshot = portal.getSnapshot();
    const application = selectApplication(snapshot)?.getSnapshot();
    const process = application?.context.process;
    const step = application ? selectStep(application) : null;
    if (!process || step === null) return null;
    const { id: processId, facts, metadata, area } = process;
    return {
      processId,
      step,
      href: hrefOf.process(snapshot.context.locale, processId, step),
      begun: facts.hasUser ? undefined : { leiKaId: metadata.leiKaId, area: area.key },
    };
  }

  const isShown = (wanted: Place): boolean => {
    const { processId, step } = placeOf(history.location);
    return processId === wanted.processId && step === wanted.step;
  };

  function act(way: Way, change: () => void): void {
    acting = way;
    change();
    acting = 'person';
    cameBy = null;
    // The new entry must come before the title of the new step, which belongs to it.
    history.flush();
  }
  const replace = ({ href, begun }: Shown) =>
    act('none', () => history.replace(href, { ...history.location.state, begun }, { ignoreBlocker: true }));

  function push({ href, processId, begun }: Shown): void {
    const entry = entryOf(history.location);
    const from = placeOf(history.location);
    const isInside = from.processId === processId;
    const state: Omit<Entry, '__TSR_index'> = {
      first: isInside ? (entry.first ?? entry.__TSR_index) : entry.__TSR_index + 1,
      ...(isInside && from.step !== null && { behind: from.step }),
      begun,
    };
    act('workflow', () => history.push(href, state, { ignoreBlocker: true }));
  }

  function travel(distance: number, then: () => void): void {
    arrive = then;
    history.go(distance, { ignoreBlocker: true });
  }

  /** Makes the address follow the workflow. */
  function follow(): void {
    const wanted = now();
    if (!hasBegun || arrive || !wanted) return;
    if (isShown(wanted)) {
      cameBy = null;
      return;
    }
    const isInside = placeOf(history.location).processId === wanted.processId;
    // The decision is over: no entry leads back to it.
    const isDecided = isInside && placeOf(history.location).step === 'conflict';
    const isBehind = isInside && entryOf(history.location).behind === wanted.step;
    if (isBehind && cameBy !== 'anew') travel(-1, follow);
    else if (isInside && (cameBy !== null || isDecided)) replace(wanted);
    else push(wanted);
  }

  function putRight(): void {
    const wanted = now();
    if (!hasBegun || arrive || !wanted || isShown(wanted)) return;
    const { first, __TSR_index: index } = entryOf(history.location);
    if (typeof cameBy !== 'number') follow();
    else if (cameBy > 0) travel(-cameBy, follow);
    else if (first !== undefined && first < index) travel(first - index, () => replace(wanted));
    else replace(wanted);
  }

  history.subscribe(({ location, action }) => {
    const distance = entryOf(location).__TSR_index - entryOf(here).__TSR_index;
    // A blocked navigation is reported, too.
    const isAnother = entryOf(location).__TSR_key !== entryOf(here).__TSR_key;
    here = location;
    if (!isAnother) return;
    const key = entryOf(location).__TSR_key;
    come = { key, way: arrive ? 'workflow' : acting };
    if (acting !== 'person') return;
    if (arrive) {
      const then = arrive;
      cameBy = null;
      queueMicrotask(() => {
        arrive = null;
        if (heldTitle !== null) document.title = heldTitle;
        heldTitle = null;
        then();
      });
      return;
    }
    cameBy = action.type === 'PUSH' || action.type === 'REPLACE' ? 'anew' : distance;
  });

  let watched: unknown;
  let last: Step | null = null;
  const watch = () => {
    const application = selectApplication(portal.getSnapshot());
    if (application === watched) return;
    watched = application;
    last = null;
    const look = () => {
      const step = application ? selectStep(application.getSnapshot()) : null;
      if (step === last) return;
      last = step;
      follow();
    };
    application?.subscribe(look);
  };
  portal.subscribe(watch);
  watch();

  return {
    begin: () => {
      if (hasBegun) return;
      hasBegun = true;
      follow();
    },
    wayTo: ({ state }) => ((state as Entry).__TSR_key === come.key ? come.way : 'person'),
    beginsAtTop: () => {
      const isCome = entryOf(history.location).__TSR_key === come.key && come.way === 'workflow';
      return isCome && placeOf(history.location).step !== 'summary';
    },
    writeTitle: (title) => {
      if (arrive) heldTitle = title;
      else document.title = title;
    },
    told: () => {
      const wanted = now();
      if (wanted && isShown(wanted)) cameBy = null;
    },
    // The call comes from within the workflow, which has not settled yet.
    refuse: () => queueMicrotask(putRight),
  };
}
