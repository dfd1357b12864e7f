import { type ComponentType, lazy } from 'react';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';

type Ending = typeof import('./ending.ts');

export const loadEnding = (): Promise<Ending> => import('./ending.ts');

/** A part of what is told of the end of a session: rarely needed, and never at first sight. */
export const endingPart = <Props>(part: (ending: Ending) => ComponentType<Props>) =>
  lazy(() => loadWithRetry(loadEnding).then((ending) => ({ default: part(ending) })));
