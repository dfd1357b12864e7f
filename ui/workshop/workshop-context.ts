import { createContext, useContext } from 'react';
import type { Locale } from '#domain/locale.ts';
import type { LayoutEngine } from './diagram/layout.ts';
import type { PlayerStore } from './live/player-store.ts';
import type { WorkshopApi } from './operators/workshop-api.ts';
import type { Place } from './place.ts';
import type { WorkshopTexts } from './texts.ts';

/** What every part of the workshop may use. */
export type Workshop = {
  locale: Locale;
  t: WorkshopTexts;
  /** Address of a place; its links lead there without a load. */
  hrefOf: (place: Place) => string;
  place: Place;
  /** Goes to a place; `replace` for what is typed or chosen within one. */
  go: (place: Place, options?: { replace?: boolean }) => void;
  /** Starts when it is first asked. */
  engine: LayoutEngine;
  /** What the windows of this browser tell, over all sections. */
  player: PlayerStore;
  /** Calls for operators. */
  api: WorkshopApi;
};

const WorkshopContext = createContext<Workshop | null>(null);

export const WorkshopProvider = WorkshopContext.Provider;

export function useWorkshop(): Workshop {
  const workshop = useContext(WorkshopContext);
  if (!workshop) throw new Error('Parts of the workshop need its provider');
  return workshop;
}
