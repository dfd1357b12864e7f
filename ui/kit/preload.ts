import { loadWithRetry } from './load-with-retry.ts';

let preloading = false;

/** Whether the import that is starting is a preload, which nobody waits for. */
export const isPreloading = (): boolean => preloading;

/** Loads a part that may be needed later. If that fails, it is loaded again when shown. */
export function preload(load: () => Promise<unknown>): void {
  const quietly = () => {
    preloading = true;
    try {
      return load();
    } finally {
      preloading = false;
    }
  };
  loadWithRetry(quietly).catch(() => undefined);
}
