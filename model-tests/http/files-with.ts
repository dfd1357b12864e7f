import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Ways in which a text may be written down, of which each has it, wherever it begins. */
export function writtenDown(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  // Three bytes are four characters of Base64: those of the text alone depend on where it begins.
  const base64 = [0, 1, 2].map((before) => {
    const code = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return code.slice(before === 0 ? 0 : before + 1, 4 * Math.floor((before + bytes.length) / 3));
  });
  const texts = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+'),
    bytes.toString('hex'),
    ...base64,
  ];
  return [...new Set(texts)].map((one) => Buffer.from(one)).concat(Buffer.from(text, 'latin1'));
}

/** Returns which of these values are in a text or bytes, however they are written down. */
export const valuesIn = (bytes: Buffer, values: readonly string[]): string[] =>
  values.filter((value) => writtenDown(value).some((one) => bytes.includes(one)));

/** Returns the files of a folder, packed ones included, that have one of these values in them, each with the values. */
export const filesWith = (folder: string, values: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .flatMap((file) => {
      const bytes = readFileSync(file);
      const found = valuesIn(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, values);
      return found.length > 0 ? [`${path.relative(folder, file)}: ${found.join(', ')}`] : [];
    });
