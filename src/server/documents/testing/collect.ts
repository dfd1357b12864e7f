import { Writable } from 'node:stream';

/** A stream that collects what is written to it. */
export function collector(): { out: Writable; bytes: () => Buffer } {
  const chunks: Buffer[] = [];
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { out, bytes: () => Buffer.concat(chunks) };
}

/** Collects what a function writes to a stream. */
export async function written(write: (out: Writable) => Promise<void>): Promise<Buffer> {
  const { out, bytes } = collector();
  await write(out);
  return bytes();
}
