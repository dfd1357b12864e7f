export type LoadingEvent =
  | { type: 'navigation.started' }
  | { type: 'navigation.finished' }
  /** The page could not be loaded: the screen shows that, and a bar running to its end would contradict it. */
  | { type: 'navigation.failed' };
