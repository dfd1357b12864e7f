import { createContext, createElement, type ReactNode, useContext } from 'react';
import type { InspectionReport } from '#contract/inspection.ts';
import type { PlayerStore } from './live/player-store.ts';
import type { WorkshopApi } from './operators/workshop-api.ts';
import { type Reading, ReadingProvider } from './reading-context.ts';

/** Tools that every part of the workshop may use. */
export type Workshop = Reading & {
  /** Player of the reports of this browser's windows, over all sections. */
  player: PlayerStore;
  /** Shows a recording in another viewer (INSPECTOR_URL), in a window of its own; absent without one. */
  viewer?: { host: string; show: (reports: readonly InspectionReport[]) => void } | null;
  /** Returns as text what an actor remembered at a moment, or remembers now (null); only in a build for developers. */
  contextOf?: ((actor: string, at: number | null) => string | null) | undefined;
  /** Calls for operators. */
  api: WorkshopApi;
};

const WorkshopContext = createContext<Workshop | null>(null);

/** Provides the workshop's tools, also to the parts that are only read. */
export const WorkshopProvider = ({ value, children }: { value: Workshop; children?: ReactNode }) =>
  createElement(WorkshopContext, { value }, createElement(ReadingProvider, { value }, children));

export function useWorkshop(): Workshop {
  const workshop = useContext(WorkshopContext);
  if (!workshop) throw new Error('Parts of the workshop need its provider');
  return workshop;
}
