import type { InspectionMessage, InspectionReport } from '#contract/inspection.ts';
import { NEW_PLAYER, type Player, type PlayerAction, play } from './player.ts';

/** Interval in which reports are taken together, so that a flood of them does not stop the page. */
const INTERVAL_MS = 100;

export type PlayerStore = {
  getSnapshot: () => Player;
  subscribe: (listener: () => void) => () => void;
  act: (action: PlayerAction) => void;
  /** Takes a message of the channel. */
  hear: (message: InspectionMessage) => void;
};

/** The player of a page; it stays when another section of the workshop is shown. */
export function createPlayer(): PlayerStore {
  const listeners = new Set<() => void>();
  let player = NEW_PLAYER;
  let waiting: InspectionReport[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const act = (action: PlayerAction) => {
    const next = play(player, action);
    if (next === player) return;
    player = next;
    for (const listener of listeners) listener();
  };
  const takeWaiting = () => {
    timer = undefined;
    const reports = waiting;
    waiting = [];
    act({ type: 'reported', reports });
  };
  return {
    getSnapshot: () => player,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    act,
    hear: (message) => {
      switch (message.type) {
        case 'window.present':
          act({ type: 'windowPresent', window: message.window, page: message.page });
          return;
        case 'window.left':
          act({ type: 'windowLeft', window: message.window, page: message.page });
          return;
        case 'workshop.opened':
          return;
        default:
          waiting.push(message);
          if (timer === undefined) timer = setTimeout(takeWaiting, INTERVAL_MS);
      }
    },
  };
}
