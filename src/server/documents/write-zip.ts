import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry = {
  /** Name in the ZIP; folders end with a slash. */
  filename: string;
  /** Bytes; content of another length is an error. Absent where nobody knows it before. */
  size?: number;
  /** Opens the content when its turn comes, so that only one file is open at a time. */
  content: () => AsyncIterable<Uint8Array> | Readable;
};

type Held = { content: ZipEntry['content'] | null };

/** Lowest level, because most uploads (PDF, pictures) are already compressed. */
const COMPRESSION_LEVEL = 1;

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/**
 * Streams a ZIP of entries, which are asked for one after the other: the next one when the content before it is read.
 * Ends `out`; a ZIP that fails has no end, which no program takes for a whole one. Equal entries and times give equal
 * bytes. What stays in memory until the end is the ZIP's own list, about half a kilobyte for each entry.
 * @param modifiedAt time of all entries
 * @throws the error of an entry, or that with which `out` failed; the entries are then closed
 */
export async function writeZip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  out: Writable,
  modifiedAt: Date,
): Promise<void> {
  const zip = new ZipFile();
  const stopped = new AbortController();
  let failure: Error | undefined;
  let open: Readable | undefined;
  /** Goes on after the content that is being read. */
  let release = (): void => undefined;
  const fail = (reason: unknown): void => {
    failure ??= asError(reason);
    stopped.abort();
    release();
  };
  zip.on('error', fail);
  const sent = pipeline(zip.outputStream, out, { signal: stopped.signal }).catch(fail);

  /** Resolves when the content is read, or everything has stopped. */
  const add = (filename: string, size: number | undefined, held: Held): Promise<void> =>
    new Promise((resolve) => {
      release = resolve;
      const options = {
        ...(size !== undefined && { size }),
        mtime: modifiedAt,
        compressionLevel: COMPRESSION_LEVEL,
      };
      zip.addReadStreamLazy(filename, options, (give) => {
        try {
          const source = held.content!();
          // The library keeps this function until the end, so the content must not stay with it.
          held.content = null;
          open = source instanceof Readable ? source : Readable.from(source, { objectMode: false });
          open.once('error', fail).once('end', resolve);
          give(null, open);
        } catch (error) {
          fail(error);
        }
      });
    });

  try {
    for await (const entry of entries) {
      if (stopped.signal.aborted) break;
      await add(entry.filename, entry.size, { content: entry.content });
      if (stopped.signal.aborted) break;
    }
    if (!stopped.signal.aborted) zip.end();
  } catch (error) {
    fail(error);
  }
  await sent;
  open?.destroy();
  if (failure) throw failure;
}
