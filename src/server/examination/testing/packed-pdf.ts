import { deflateSync } from 'node:zlib';

/** Rows of this many bytes: kind, place, generation or place in its stream. */
const WIDTHS = [1, 4, 2] as const;
const ROW = 7;

/**
 * Returns a PDF in the form of most modern programs: its objects are packed into one stream, and its table into
 * another, whose rows are stored as differences from the row above.
 * @param given.moved distance of the first stream from its place in the table
 * @param given.widths bytes of the parts of a row according to the table
 * @param given.parameters storage of the rows of the table
 * @param given.other another stream, in which the table places one more object
 */
export function packedPdf({
  catalog = '',
  page = '',
  objects = [],
  moved = 0,
  widths = WIDTHS.join(' '),
  parameters = `/Predictor 12 /Columns ${ROW}`,
  other,
}: {
  catalog?: string;
  page?: string;
  objects?: readonly string[];
  moved?: number;
  widths?: string;
  parameters?: string;
  other?: { entries: string; content: string };
} = {}): Uint8Array<ArrayBuffer> {
  const values = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${page} >>`,
    ...objects,
  ];
  const places: number[] = [];
  let body = '';
  for (const value of values) {
    places.push(body.length);
    body += `${value} `;
  }
  const list = places.map((place, index) => `${index + 1} ${place} `).join('');
  const packed = values.length + 1;
  const table = packed + 1;
  const head = Buffer.from('%PDF-1.7\n%\u00e4\u00f6\u00fc\n', 'latin1');
  const stream = (number: number, entries: string, bytes: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`${number} 0 obj\n<< ${entries} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
  const first = stream(
    packed,
    `/Type /ObjStm /N ${values.length} /First ${list.length} /Filter /FlateDecode`,
    deflateSync(Buffer.from(list + body, 'latin1')),
  );
  const third = other
    ? stream(table + 1, other.entries, deflateSync(Buffer.from(other.content, 'latin1')))
    : Buffer.alloc(0);
  const start = head.length + first.length + third.length;
  const rows = [
    [0, 0, 65535],
    ...values.map((_, index) => [2, packed, index]),
    [1, head.length + moved, 0],
    [1, start, 0],
    ...(other
      ? [
          [1, head.length + first.length, 0],
          [2, table + 1, 0],
        ]
      : []),
  ].map((row) => rowOf(row));
  const differences = rows.map((row, at) =>
    Buffer.from([2, ...row.map((value, column) => (value - (rows[at - 1]?.[column] ?? 0)) & 255)]),
  );
  const second = stream(
    table,
    `/Type /XRef /W [${widths}] /Size ${rows.length} /Root 1 0 R /Filter /FlateDecode ` +
      `/DecodeParms << ${parameters} >>`,
    deflateSync(Buffer.concat(differences)),
  );
  return Uint8Array.from(
    Buffer.concat([head, first, third, second, Buffer.from(`startxref\n${start}\n%%EOF\n`)]),
  );
}

function rowOf(values: readonly number[]): Buffer {
  const row = Buffer.alloc(ROW);
  row.writeUInt8(values[0] ?? 0, 0);
  row.writeUInt32BE(values[1] ?? 0, 1);
  row.writeUInt16BE(values[2] ?? 0, 5);
  return row;
}
