import { crc32, inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

/** Reads a ZIP by its central directory (APPNOTE 4.3.12), checks each CRC and unpacks. */
export function unzip(zip: Buffer): { name: string; utf8: boolean; content: Buffer }[] {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const content = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed;
    expect(content.length).toBe(zip.readUInt32LE(at + 24));
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16));
    const utf8 = (zip.readUInt16LE(at + 8) & 0x800) !== 0;
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    return { name, utf8, content };
  });
}
