import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { attachmentsZip } from './attachments-zip.ts';
import { written } from './testing/collect.ts';
import { unzip } from './testing/unzip.ts';
import type { ZipEntry } from './write-zip.ts';

const NOW = new Date('2026-11-20T16:05:31Z');

const entry = (filename: string, content: Buffer): ZipEntry => ({
  filename,
  size: content.length,
  content: () => Readable.from([content]),
});
const zipOf = (files: ZipEntry[]): Promise<Buffer> => written((out) => attachmentsZip(files, out, NOW));

describe('the ZIP of the attachments', () => {
  it('gives back every file with its name and bytes', async () => {
    const photo = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251));
    const files = [
      entry('Größe Łódź.pdf', Buffer.from('%PDF-1.7')),
      entry('Foto.jpg', photo),
      entry('leer.txt', Buffer.alloc(0)),
    ];
    const read = unzip(await zipOf(files));
    expect(read.map((file) => file.name)).toEqual(['Größe Łódź.pdf', 'Foto.jpg', 'leer.txt']);
    expect(read.every((file) => file.utf8)).toBe(true);
    expect(read.map((file) => file.content)).toEqual([Buffer.from('%PDF-1.7'), photo, Buffer.alloc(0)]);
  });

  it('numbers files of the same name', async () => {
    const files = ['Ausweis.jpg', 'ausweis.JPG', 'Ausweis.jpg'].map((name) => entry(name, Buffer.from(name)));
    const names = unzip(await zipOf(files)).map((file) => file.name);
    expect(names).toEqual(['Ausweis.jpg', 'ausweis (2).JPG', 'Ausweis (3).jpg']);
  });

  it('is a valid empty archive without files', async () => {
    expect(unzip(await zipOf([]))).toEqual([]);
  });

  it('has the same bytes when it is made again', async () => {
    const files = [entry('a.txt', Buffer.from('a')), entry('b.txt', Buffer.from('b'))];
    expect(Buffer.compare(await zipOf(files), await zipOf(files))).toBe(0);
  });

  it('opens one file at a time and reads no faster than the ZIP is taken', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const opened: number[] = [];
    let read = 0;
    const files = [0, 1].map(
      (index): ZipEntry => ({
        filename: `${index}.bin`,
        size: chunk.length * 400,
        async *content() {
          opened.push(index);
          for (let count = 0; count < 400; count += 1) {
            read += 1;
            // Noise does not compress.
            yield Buffer.from(
              chunk.map((_, position) => (position * 31 + count * 17 + read) ^ (position >> 3)),
            );
          }
        },
      }),
    );
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let seen = 0;
    const out = new Writable({
      highWaterMark: 1024,
      write(bytes: Buffer, _encoding, done) {
        seen += bytes.length;
        held.then(() => done());
      },
    });
    const done = attachmentsZip(files, out, NOW);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(opened).toEqual([0]);
    expect(read).toBeLessThan(400);
    release();
    await done;
    expect(opened).toEqual([0, 1]);
    expect(seen).toBeGreaterThan(10_000);
  });

  it('rejects when a file cannot be read', async () => {
    const lost: ZipEntry = {
      filename: 'lost.pdf',
      size: 10,
      async *content() {
        yield Buffer.from('12345');
        throw new Error('file is gone');
      },
    };
    await expect(zipOf([entry('a.txt', Buffer.from('a')), lost])).rejects.toThrow('file is gone');
    const missing: ZipEntry = {
      filename: 'missing.pdf',
      size: 1,
      content: () => {
        throw new Error('no such file');
      },
    };
    await expect(zipOf([missing])).rejects.toThrow('no such file');
  });

  it('rejects when a file has another length than it should', async () => {
    await expect(zipOf([{ ...entry('a.txt', Buffer.from('abc')), size: 5 }])).rejects.toThrow(
      'unexpected number',
    );
  });

  it('lets go of the open file when the reader goes away', async () => {
    let closed = false;
    const endless: ZipEntry = {
      filename: 'endless.bin',
      size: 1e12,
      async *content() {
        try {
          for (;;) yield Buffer.alloc(65_536, 'x');
        } finally {
          closed = true;
        }
      },
    };
    const out = new Writable({
      write(_chunk, _encoding, done) {
        done();
        setTimeout(() => out.destroy(), 20);
      },
    });
    await expect(attachmentsZip([endless], out, NOW)).rejects.toThrow();
    await expect.poll(() => closed).toBe(true);
  });
});
