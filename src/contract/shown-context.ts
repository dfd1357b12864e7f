/**
 * Name of the channel on which a developer's own build tells what workflows remember (`SHOW_CONTEXT=1 npm start`, which
 * builds in the mode `context`): not that of the reports, which never have any of it. Other builds have nothing of this:
 * the mode is asked where it is used, so that a build leaves out what depends on it.
 */
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
