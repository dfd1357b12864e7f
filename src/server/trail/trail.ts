import type { DestinationStream } from 'pino';
import type { TrailEntry } from './entries.ts';

export type Trail = {
  /** Writes an entry, which is in the file afterwards. */
  note(entry: TrailEntry): void;
  /** @throws Error when the last entry could not be written */
  assertWritten(): void;
};

/** Of an installation without a file for it: after a restore, less is known (docs/operations.md). */
export const noTrail: Trail = { note: () => {}, assertWritten: () => {} };

/** Writes a line for each entry, in the order in which it happened. */
export const createTrail = (
  destination: DestinationStream & { fault?(): Error | null },
  now: () => Date,
): Trail => ({
  note: (entry) => destination.write(`${JSON.stringify({ time: now().getTime(), ...entry })}\n`),
  assertWritten: () => {
    const fault = destination.fault?.() ?? null;
    if (fault !== null) throw fault;
  },
});
