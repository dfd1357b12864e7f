import { inflateSync } from 'node:zlib';

const WOFF = { signature: 0x774f4646, header: 44, entry: 20 };
const SFNT = { header: 12, entry: 16 };
const padded = (length: number): number => (length + 3) & ~3;

type Table = { tag: Buffer; checksum: number; bytes: Buffer };

function tableAt(woff: Buffer, at: number): Table {
  const start = woff.readUInt32BE(at + 4);
  const packed = woff.subarray(start, start + woff.readUInt32BE(at + 8));
  const length = woff.readUInt32BE(at + 12);
  const bytes = packed.length < length ? inflateSync(packed) : packed;
  return { tag: woff.subarray(at, at + 4), checksum: woff.readUInt32BE(at + 16), bytes };
}

/**
 * Unpacks a WOFF 1.0 font into the TrueType or OpenType font inside it. pdfkit's font library accepts WOFF too, but
 * inflates the outline table again for each glyph, which makes a page take seconds.
 * @throws when the file is not WOFF 1.0
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== WOFF.signature) throw new Error('Not a WOFF 1.0 font');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, WOFF.header + index * WOFF.entry));
  const directory = Buffer.alloc(SFNT.header + count * SFNT.entry);
  const power = Math.floor(Math.log2(count));
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(2 ** power * SFNT.entry, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE((count - 2 ** power) * SFNT.entry, 10);
  let offset = directory.length;
  const parts = tables.map(({ tag, checksum, bytes }, index) => {
    const at = SFNT.header + index * SFNT.entry;
    tag.copy(directory, at);
    directory.writeUInt32BE(checksum, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(bytes.length, at + 12);
    offset += padded(bytes.length);
    return Buffer.concat([bytes], padded(bytes.length));
  });
  return Buffer.concat([directory, ...parts]);
}
