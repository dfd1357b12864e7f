/** Names of the states that a machine is in, as XState writes them. */
export type StateNames = string | { [state: string]: StateNames };

/** States of an actor, as in XState. */
export const actorStatuses = ['active', 'done', 'error', 'stopped'] as const;
export type ActorStatus = (typeof actorStatuses)[number];

/** Members of every report of an inspected window, in addition to those of the protocol. */
type Report = {
  /** Random number of the window, for as long as it is open. */
  window: string;
  /** Counts the pages that were loaded in it: actors of another page are others, with the same ids. */
  page: number;
  /** Number of the report within its page. */
  seq: number;
  /** Id of the report, unique among the reports of all windows. */
  id: string;
  sessionId: string;
  /** Session id of the actor that started all others. */
  rootId: string;
  /** Milliseconds since 1970, as text. */
  createdAt: string;
  _version: string;
};

/** Present state of an actor. */
type ToldSnapshot = {
  status: ActorStatus;
  /** Absent for what is no machine, and for an actor that cannot be read yet. */
  value?: StateNames;
};

/** The three kinds of events of `@statelyai/inspect`, reduced to what docs/decisions/0042 lists. */
export type InspectionReport = Report &
  (
    | {
        type: '@xstate.actor';
        parentId: string | undefined;
        /** Name of the machine, or of the call of a machine. */
        name: string;
        /** Hash of the machine's drawing; null for an actor that is no machine. */
        drawing: string | null;
        snapshot: ToldSnapshot;
        /** True if it was started before the first request. */
        isReplayed: boolean;
      }
    | { type: '@xstate.event'; sourceId: string | undefined; event: { type: string } }
    | {
        type: '@xstate.snapshot';
        event: { type: string };
        snapshot: ToldSnapshot;
        /** Ids of the arrows that were taken (machines/drawing/arrows.ts). */
        arrows: string[];
      }
  );

/** Messages on the channel between inspected windows and the workshop. */
export type InspectionMessage =
  | InspectionReport
  /** A workshop has opened: all windows report their actors again. */
  | { type: 'workshop.opened' }
  | { type: 'window.present'; window: string; page: number }
  /** The window is closed, or about to show its next page. */
  | { type: 'window.left'; window: string; page: number };

/** Name of that channel: a browser delivers it within one origin only. */
export const INSPECTION_CHANNEL = 'serviceportal.inspection';
