import { isPreloading } from '#ui/kit/preload.ts';
import { importAgain } from './import-again.ts';

const LOST = 'chunklost';
type Lost = { giveUp: () => void };

/** Error for a script that could not be loaded, on a page that was not reloaded. */
export class ChunkLost extends Error {
  override name = 'ChunkLost';
}

/**
 * Imports a script on demand and reports one that cannot be loaded. A listener may reload the page; until it has
 * decided, the import is pending. A failed preload is not reported.
 * @throws ChunkLost when the page is not reloaded, or the error itself when there is no listener
 */
export function importOrReport<Module>(load: () => Promise<Module>): Promise<Module> {
  const module = importAgain(load);
  if (isPreloading()) return module;
  return module.catch(
    (error: unknown) =>
      new Promise<Module>((_, reject) => {
        const giveUp = () => reject(new ChunkLost('A script could not be loaded', { cause: error }));
        const event = new CustomEvent<Lost>(LOST, { detail: { giveUp }, cancelable: true });
        if (window.dispatchEvent(event)) reject(error);
      }),
  );
}

/**
 * Listens for lost scripts; `giveUp` rejects the import.
 * @returns the function that stops it
 */
export function onLostChunk(listener: (giveUp: () => void) => void): () => void {
  const onLost = (event: Event) => {
    event.preventDefault();
    listener((event as CustomEvent<Lost>).detail.giveUp);
  };
  window.addEventListener(LOST, onLost);
  return () => window.removeEventListener(LOST, onLost);
}
