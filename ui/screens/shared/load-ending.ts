import type { ComponentType } from 'react';
import { laterPart } from '#ui/kit/later.tsx';

type Ending = typeof import('./ending.ts');

export const loadEnding = (): Promise<Ending> => import('./ending.ts');

/** A part of what is told of the end of a session: rarely needed, and never at first sight. */
export const endingPart = <Props extends object>(part: (ending: Ending) => ComponentType<Props>) =>
  laterPart(async () => part(await loadEnding()));
