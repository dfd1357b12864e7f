import { crc32, deflateSync } from 'node:zlib';

/** One numbered object of a PDF; packed objects are streams, whose bytes follow their dictionary. */
export type PdfObject = string | { dictionary: string; bytes: Uint8Array };

const plainObjects: readonly string[] = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
];

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A PDF of an empty sheet that readers open, with these additions. */
export function tinyPdf({
  text = '',
  catalog = '',
  page = '',
  trailer = '',
  objects = [],
}: {
  /** A remark near the start. */
  text?: string;
  /** More entries of the catalog. */
  catalog?: string;
  /** More entries of the page. */
  page?: string;
  /** More entries of the trailer. */
  trailer?: string;
  /** More objects; the first has number 4. */
  objects?: readonly PdfObject[];
} = {}): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const add = (...more: Uint8Array[]) => {
    for (const part of more) {
      parts.push(part);
      length += part.length;
    }
  };
  add(latin1('%PDF-1.7\n'), Buffer.from(`% ${text}\n`));
  const offsets: number[] = [];
  const [root = '', pages = '', sheet = ''] = plainObjects;
  const all: PdfObject[] = [withEntries(root, catalog), pages, withEntries(sheet, page), ...objects];
  for (const [at, object] of all.entries()) {
    offsets.push(length);
    add(latin1(`${at + 1} 0 obj\n`));
    if (typeof object === 'string') add(latin1(object));
    else {
      add(latin1(`${withLength(object)}\nstream\n`), object.bytes, latin1('\nendstream'));
    }
    add(latin1('\nendobj\n'));
  }
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = all.length + 1;
  add(
    latin1(`xref\n0 ${count}\n0000000000 65535 f \n${entries}`),
    latin1(`trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`),
  );
  return Uint8Array.from(Buffer.concat(parts));
}

const withEntries = (dictionary: string, entries: string): string =>
  dictionary.replace(/ >>$/, () => ` ${entries} >>`);

/** Returns a dictionary with the length of its stream, unless it has one. */
const withLength = ({ dictionary, bytes }: Exclude<PdfObject, string>): string =>
  dictionary.includes('/Length') ? dictionary : dictionary.replace(/^<</, `<< /Length ${bytes.length}`);

/** Objects packed into one stream, as most modern programs write them. */
export function packedObjects(content: string, dictionary = ''): PdfObject {
  const head = '9 0 ';
  const bytes = deflateSync(latin1(head + content));
  const entries = `/Type /ObjStm /N 1 /First ${head.length} /Length ${bytes.length} /Filter /FlateDecode`;
  return { dictionary: `<< ${dictionary === '' ? entries : dictionary} >>`, bytes };
}

/** A stream of this many zero bytes. */
export const padding = (size: number): PdfObject => ({
  dictionary: `<< /Length ${size} >>`,
  bytes: new Uint8Array(size),
});

/** A chunk of a PNG: its length, its name of four letters, its content, and its sum. */
export function pngChunk(name: string, content: Uint8Array | string = ''): Buffer {
  const body = Buffer.concat([latin1(name), Buffer.from(content)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A one-pixel PNG that claims this size, with these chunks before its picture and behind it. */
export function tinyPng(
  width = 1,
  height = 1,
  { before = [], behind = [] }: { before?: readonly Uint8Array[]; behind?: readonly Uint8Array[] } = {},
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Uint8Array.from(
    Buffer.concat([
      Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      pngChunk('IHDR', header),
      ...before,
      pngChunk('IDAT', deflateSync(Buffer.of(0, 0))),
      ...behind,
      pngChunk('IEND'),
    ]),
  );
}

/** A segment of a JPEG: its marker, its length, and its content. */
export function jpegSegment(marker: number, content: Uint8Array | string = ''): Buffer {
  const inside = Buffer.from(content);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(inside.length + 2);
  return Buffer.concat([Buffer.of(0xff, marker), length, inside]);
}

/** The parts of a one-pixel JPEG that claims this size. */
export function tinyJpeg(width = 1, height = 1): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return Uint8Array.from(
    Buffer.concat([
      Buffer.of(0xff, 0xd8),
      jpegSegment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
      jpegSegment(0xc0, Buffer.concat([Buffer.of(8), size, Buffer.from('01011100', 'hex')])),
      jpegSegment(0xda, Buffer.from('010100003f00', 'hex')),
      Buffer.of(0x00, 0x3f),
      Buffer.of(0xff, 0xd9),
    ]),
  );
}

/** A small complete file of the kind that its name indicates. */
export const tinyFile = (name: string): Uint8Array<ArrayBuffer> =>
  /\.jpe?g$/.test(name) ? tinyJpeg() : name.endsWith('.png') ? tinyPng() : tinyPdf({ text: name });
