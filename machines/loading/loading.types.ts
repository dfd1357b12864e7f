export type LoadingEvent =
  | { type: 'navigation.started' }
  | { type: 'navigation.finished' }
  /** The page could not be loaded: the screen says so, a bar running to its end would deny it. */
  | { type: 'navigation.failed' };
