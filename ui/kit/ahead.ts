import { patiently } from './patiently.ts';

let isAhead = false;

/** Whether the import that begins just now is for a part that nobody waits for. */
export const beginsAhead = (): boolean => isAhead;

/** Fetches a part that may be needed later. What cannot be had now is asked for again when it is shown. */
export function ahead(load: () => Promise<unknown>): void {
  const quietly = () => {
    isAhead = true;
    try {
      return load();
    } finally {
      isAhead = false;
    }
  };
  patiently(quietly).catch(() => undefined);
}
