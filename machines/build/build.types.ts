import type { AnyActorRef } from 'xstate';
import type { Notification } from '../notifications/notifications.types.ts';

/** Report of the build to the portal. */
export type BuildReport = { type: 'notification.raised'; notification: Notification };

export type BuildInput = {
  parent?: AnyActorRef;
  /** Id of the build that this page was made of; null where there is none (development). */
  own: string | null;
  now: () => number;
};

export type BuildContext = Omit<BuildInput, 'parent'> & {
  parent: AnyActorRef | null;
  /** Id of the newest build, as last reported; null before that. */
  latest: string | null;
  /** Time of the last request for the newest build, ms since the epoch. */
  checkedAt: number;
  /** Path of the page whose code could not be loaded; null if there is none. */
  lostPath: string | null;
};

export type BuildEvent =
  /** The tab is in view again; `at` in ms since the epoch. */
  | { type: 'tab.returned'; at: number }
  /** A script of the page at this path could not be loaded. */
  | { type: 'chunk.lost'; path: string }
  /** Part of a file was sent while the input is being secured: waiting longer is worthwhile. */
  | { type: 'input.moved' };
