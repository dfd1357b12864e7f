import { createFairTurns } from '#server/fair-turns.ts';
import { createThread, ThreadBusy } from '#server/thread/thread.ts';
import type { Inspected } from './inspected.ts';
import type { Inspection } from './inspection.ts';

/** Processor time. Ten megabytes take a tenth of a second; anything that takes this long does so on purpose. */
const TIME_LIMIT_MS = 5000;
const MEMORY_MEGABYTES = 256;
/**
 * Files that wait, in the database: of one caller, and of all. As many as are received at once
 * (http/security/upload-turns.ts), so that none is received in vain.
 */
const WAITING_OF_ONE = 60;
const MOST_WAITING = 500;
const LONGEST_WAIT_MS = 60_000;

export type Inspector = (file: {
  mimeType: string;
  /** Who sends it: callers take turns. */
  caller: string;
  read: () => Promise<Uint8Array>;
}) => Promise<Inspected>;

/**
 * Inspects files in a thread of its own. Only one file is in memory at a time: the others wait in the database.
 * @param script what runs in the thread
 * @throws ThreadBusy when it may be tried again; Error when the thread hangs or fails over a file
 */
export function createInspector(
  script: URL = new URL('./inspection-worker.ts', import.meta.url),
  timeLimitMs: number = TIME_LIMIT_MS,
): Inspector {
  const thread = createThread<Inspection>({
    script,
    timeLimitMs,
    activity: 'looking into a file',
    memoryMegabytes: MEMORY_MEGABYTES,
  });
  const turns = createFairTurns({
    atOnce: 1,
    ofOneAtOnce: 1,
    waitingOfOne: WAITING_OF_ONE,
    mostWaiting: MOST_WAITING,
    longestWaitMs: LONGEST_WAIT_MS,
    refusal: () => new ThreadBusy('looking into files: too many wait'),
  });
  return ({ mimeType, caller, read }) =>
    turns.inTurn(caller, async () => {
      // A copy, so that its buffer can be transferred.
      const bytes = Uint8Array.from(await read());
      return (await thread.ask({ mimeType, bytes }, [bytes.buffer])) as Inspected;
    });
}
