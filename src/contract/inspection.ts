/** Names of the states that a machine is in, as XState writes them. */
export type StateNames = string | { [state: string]: StateNames };

/** Of an actor, as XState has them. */
export const actorStatuses = ['active', 'done', 'error', 'stopped'] as const;
export type ActorStatus = (typeof actorStatuses)[number];

/** What every report of an inspected window carries, in addition to the members of the protocol. */
type Report = {
  /** The window, for as long as it is open; a random number. */
  window: string;
  /** Counts the pages that were loaded in it: actors of another page are others, with the same ids. */
  page: number;
  /** Number of the report within its page. */
  seq: number;
  /** Of the report; no other report of any window has it. */
  id: string;
  sessionId: string;
  /** Session id of the actor that started all others. */
  rootId: string;
  /** Milliseconds since 1970, as text. */
  createdAt: string;
  _version: string;
};

/** Where an actor is. */
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
        /** Of the machine, or of what a machine calls. */
        name: string;
        /** Hash of the machine's drawing; null for an actor that is no machine. */
        drawing: string | null;
        snapshot: ToldSnapshot;
        /** It was started before anybody asked. */
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

/** What is said on the channel between inspected windows and the workshop. */
export type InspectionMessage =
  | InspectionReport
  /** A workshop has opened: all windows report their actors again. */
  | { type: 'workshop.opened' }
  | { type: 'window.present'; window: string; page: number }
  /** Closed, or about to show the next page. */
  | { type: 'window.left'; window: string; page: number };

/** Name of that channel: a browser delivers it within one origin only. */
export const INSPECTION_CHANNEL = 'serviceportal.inspection';
