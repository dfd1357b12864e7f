import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { uniqueFileNames } from './file-names.ts';

export type ZipEntry = {
  filename: string;
  /** Bytes; content of another length is an error. */
  size: number;
  /** Opens the content when its turn comes, so that only one file is open at a time. */
  content: () => AsyncIterable<Uint8Array> | Readable;
};

/** Lowest level, because most uploads (PDF, pictures) are already compressed. */
const COMPRESSION_LEVEL = 1;

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/**
 * Streams a ZIP of the files, in their order, and ends `out`. Equal files and times give equal bytes.
 * @param modifiedAt time of all entries, as a rule that of the submission
 * @throws when a file cannot be read or has another length, or the error with which `out` failed
 */
export async function attachmentsZip(files: ZipEntry[], out: Writable, modifiedAt: Date): Promise<void> {
  const zip = new ZipFile();
  const stopped = new AbortController();
  let failure: Error | undefined;
  let open: Readable | undefined;
  const fail = (reason: unknown): void => {
    failure ??= asError(reason);
    stopped.abort();
  };
  zip.on('error', fail);
  const names = uniqueFileNames(files.map((file) => file.filename));
  for (const [index, file] of files.entries()) {
    const options = { size: file.size, mtime: modifiedAt, compressionLevel: COMPRESSION_LEVEL };
    zip.addReadStreamLazy(names[index] ?? '', options, (give) => {
      try {
        const content = file.content();
        open = content instanceof Readable ? content : Readable.from(content, { objectMode: false });
        open.once('error', fail);
        give(null, open);
      } catch (error) {
        fail(error);
      }
    });
  }
  zip.end();
  try {
    await pipeline(zip.outputStream, out, { signal: stopped.signal });
  } catch (error) {
    throw failure ?? error;
  } finally {
    open?.destroy();
  }
}
