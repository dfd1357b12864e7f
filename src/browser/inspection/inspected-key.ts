import type { InspectionEvent } from 'xstate';

/** Key of the mark that is kept while the window is open, over all its pages (window-id.ts has its content). */
export const INSPECTED = 'serviceportal.inspection';

/** Receives everything that happens in a system of actors. */
export type Inspect = (event: InspectionEvent) => void;
