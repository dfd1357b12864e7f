import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { DiskFull } from '#server/storage/disk-full.ts';

/** A written file: its size and SHA-256 as stored, and its number of lines. */
export type Written = { bytes: number; sha256: string; rows: number };

/** Sealed values hardly shrink: a higher level costs time alone. */
const LEVEL = 3;

/** Writes lines into a new compressed file, which is on the disk afterwards. Memory holds one batch at a time. */
export async function writeLines(file: string, batches: AsyncIterable<string[]>): Promise<Written> {
  const hash = createHash('sha256');
  const written: Written = { bytes: 0, sha256: '', rows: 0 };
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      written.bytes += chunk.length;
      done(null, chunk);
    },
  });
  const text = async function* () {
    for await (const lines of batches) {
      written.rows += lines.length;
      if (lines.length > 0) yield `${lines.join('\n')}\n`;
    }
  };
  const handle = await open(file, 'wx', 0o600);
  try {
    const source = Readable.from(text(), { highWaterMark: 1 });
    await pipeline(source, createGzip({ level: LEVEL }), counted, toFile(handle));
    await handle.sync();
  } catch (error) {
    throw fullOr(path.dirname(file), error);
  } finally {
    await handle.close();
  }
  return { ...written, sha256: hash.digest('hex') };
}

/** Returns a fault of writing into a folder: itself, or that the disk is full, which the system says without a name. */
export const fullOr = (folder: string, fault: unknown): unknown =>
  (fault as NodeJS.ErrnoException).code === 'ENOSPC'
    ? new DiskFull(`The disk of ${folder} is full.`, { cause: fault })
    : fault;

const toFile = (handle: FileHandle) => async (source: AsyncIterable<Buffer>) => {
  for await (const chunk of source) await handle.writeFile(chunk);
};

/** Hash of a file as it is stored. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Characters that a batch of lines has at most, unless one line alone has more. */
const BATCH = 4_000_000;
const MOST_LINES = 2_000;

/** Reads a compressed file of lines, in batches. @throws Error when the file was cut or changed */
export async function* readLines(file: string): AsyncGenerator<string[]> {
  let rest: string[] = [];
  let lines: string[] = [];
  let size = 0;
  const source = createReadStream(file);
  const text = createGunzip({ chunkSize: 256 * 1024 });
  source.on('error', (error) => text.destroy(error));
  source.pipe(text);
  text.setEncoding('utf8');
  for await (const chunk of text as AsyncIterable<string>) {
    const pieces = chunk.split('\n');
    // A long line comes in many pieces, which are joined once.
    rest.push(pieces.shift()!);
    if (pieces.length === 0) continue;
    pieces.unshift(rest.join(''));
    rest = [pieces.pop()!];
    for (const line of pieces) {
      lines.push(line);
      size += line.length;
      if (size < BATCH && lines.length < MOST_LINES) continue;
      yield lines;
      [lines, size] = [[], 0];
    }
  }
  if (lines.length > 0) yield lines;
}
