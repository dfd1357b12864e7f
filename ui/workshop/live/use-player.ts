import { useMemo, useSyncExternalStore } from 'react';
import { useWorkshop } from '../workshop-context.ts';
import { positionOf, shownRecording } from './player.ts';
import { type Entry, type Standing, standingsAt } from './recording.ts';

/** The contents of the player at this moment. */
export function usePlayer() {
  const { player: store } = useWorkshop();
  const player = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const recording = shownRecording(player);
  const position = positionOf(player);
  const standings: ReadonlyMap<string, Standing> = useMemo(
    () => standingsAt(recording, position),
    [recording, position],
  );
  const past: readonly Entry[] = useMemo(() => recording.entries.slice(0, position), [recording, position]);
  return { player, recording, position, standings, past, act: store.act };
}
