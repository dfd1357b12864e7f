import { createFairTurns } from '#server/fair-turns.ts';
import { createThread, ThreadBusy } from '#server/thread/thread.ts';
import type { Examination } from './examination.ts';
import type { Examined } from './examined.ts';

/** Limit of processor time. Ten megabytes take a tenth of a second; anything this slow is deliberate. */
const TIME_LIMIT_MS = 5000;
const MEMORY_MEGABYTES = 256;
/**
 * Files of one caller, and of all, that may wait in the database: as many as uploads received at once
 * (http/security/upload-turns.ts), so that none is received in vain.
 */
const WAITING_OF_ONE = 60;
const MOST_WAITING = 500;
const LONGEST_WAIT_MS = 60_000;

export type Examiner = (file: {
  mimeType: string;
  /** The sender: callers take turns. */
  caller: string;
  read: () => Promise<Uint8Array>;
}) => Promise<Examined>;

/**
 * Examines files in a thread of its own. Only one file is in memory at a time: the others wait in the database.
 * @param script the script of the thread
 * @throws ThreadBusy when a retry may succeed; Error when the thread hangs or fails over a file
 */
export function createExaminer(
  script: URL = new URL('./examination-worker.ts', import.meta.url),
  timeLimitMs: number = TIME_LIMIT_MS,
): Examiner {
  const thread = createThread<Examination>({
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
      // A copy can transfer its buffer.
      const bytes = Uint8Array.from(await read());
      return (await thread.ask({ mimeType, bytes }, [bytes.buffer])) as Examined;
    });
}
