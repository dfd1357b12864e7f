const QUIET_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Tracks which entries the form server has, and when to send the others. */
export function createSaving(save: () => void, tellDirty: (dirty: boolean) => void) {
  let changes = 0;
  let stored = 0;
  let uploads = 0;
  let failures = 0;
  let isDirty = false;
  let timer: number | undefined;

  function tell(): void {
    const next = changes > stored || uploads > 0;
    if (next !== isDirty) tellDirty(next);
    isDirty = next;
  }
  const saveIn = (ms: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(save, ms);
  };

  return {
    /** Notes a change; it is saved as soon as the person pauses. */
    changed(): void {
      changes += 1;
      tell();
      saveIn(QUIET_MS);
    },
    /** Number of changes, to be passed to `stored` when they have arrived. */
    changes: () => changes,
    stored(upTo: number): void {
      stored = Math.max(stored, upTo);
      failures = 0;
      tell();
    },
    hasUnsaved: () => changes > stored,
    /** Saving has failed: it is tried again, less and less often. */
    failed(): void {
      failures += 1;
      saveIn(Math.min(LONGEST_WAIT_MS, 1000 * 2 ** failures));
    },
    stop: () => clearTimeout(timer),
    uploading(count: 1 | -1): void {
      uploads += count;
      tell();
    },
  };
}
