import { beginsAhead } from '#ui/kit/ahead.ts';

const LOST = 'chunklost';
type Lost = { giveUp: () => void };

/** A script of this page could not be loaded, and the page was not loaded anew either. */
export class ChunkLost extends Error {
  override name = 'ChunkLost';
}

/**
 * Imports a script on demand. When it cannot be had, whoever hears of it may load the page anew; until that is
 * decided the import is under way. Nobody hears of a script that is fetched ahead.
 * @throws ChunkLost when the page stays as it is, or the error itself when nobody hears
 */
export function importOrMend<Module>(load: () => Promise<Module>): Promise<Module> {
  if (beginsAhead()) return load();
  return load().catch(
    (error: unknown) =>
      new Promise<Module>((_, reject) => {
        const giveUp = () => reject(new ChunkLost('A script could not be loaded', { cause: error }));
        const event = new CustomEvent<Lost>(LOST, { detail: { giveUp }, cancelable: true });
        if (window.dispatchEvent(event)) reject(error);
      }),
  );
}

/** Hears of lost scripts; each is told how to give up. @returns the function that stops it */
export function hearLostChunks(listener: (giveUp: () => void) => void): () => void {
  const onLost = (event: Event) => {
    event.preventDefault();
    listener((event as CustomEvent<Lost>).detail.giveUp);
  };
  window.addEventListener(LOST, onLost);
  return () => window.removeEventListener(LOST, onLost);
}
