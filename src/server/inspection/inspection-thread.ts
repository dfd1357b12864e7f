import { createThread } from '#server/thread/thread.ts';
import type { FileFault } from './faults.ts';
import type { Inspection } from './inspection.ts';

/** Ten megabytes take a tenth of a second; anything that takes this long does so on purpose. */
const TIME_LIMIT_MS = 5000;
const MEMORY_MEGABYTES = 256;

export type Inspector = (file: {
  mimeType: string;
  read: () => Promise<Uint8Array>;
}) => Promise<FileFault | null>;

/**
 * Inspects files in a thread of its own. Only one file is in memory at a time: the others wait in the database.
 * @param script what runs in the thread
 * @throws Error when the thread hangs or fails over a file
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
  let turn: Promise<unknown> = Promise.resolve();
  return ({ mimeType, read }) => {
    const answer = turn.then(async () => {
      // A copy, so that its buffer can be transferred.
      const bytes = Uint8Array.from(await read());
      return (await thread.ask({ mimeType, bytes }, [bytes.buffer])) as FileFault | null;
    });
    turn = answer.catch(() => undefined);
    return answer;
  };
}
