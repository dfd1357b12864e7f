/**
 * True only in a build that a developer has made to see what workflows remember (`SHOW_CONTEXT=1 npm start`). In any
 * other build nothing of it is left.
 */
export const SHOWS_CONTEXT = import.meta.env.MODE === 'context';

/** Name of the channel on which such a build tells it: not that of the reports, which never have any of it. */
export const CONTEXT_CHANNEL = 'serviceportal.context';

/** Data that an actor of a window remembered at a moment. */
export type ShownContext = {
  window: string;
  page: number;
  sessionId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** JSON to read. */
  text: string;
};
