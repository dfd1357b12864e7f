import { byte, hexadecimal, isDigit, isWhite } from './bytes.ts';
import type { PdfText } from './values.ts';

const escapes = new Map(
  Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12 }).map(([letter, value]) => [letter.charCodeAt(0), value]),
);
const isOctal = (one: number | undefined): boolean => isDigit(one) && one! < byte.eight;

/** The bytes of a text (ISO 32000-1, 7.3.4), as letters. */
export function decodeText({ bytes: all, start, end, isHexadecimal }: PdfText): string {
  const written = all.subarray(start, end);
  const bytes = isHexadecimal ? fromHexadecimal(written) : unescaped(written);
  const text = Buffer.from(bytes);
  const inPairs = text.subarray(2, text.length - (text.length % 2));
  // The first letters show UTF-16 in either order, or UTF-8. The second order is in no standard, but readers know it.
  if (text[0] === 0xfe && text[1] === 0xff) return inPairs.swap16().toString('utf16le');
  if (text[0] === 0xff && text[1] === 0xfe) return inPairs.toString('utf16le');
  if (text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf) return text.toString('utf8', 3);
  return text.toString('latin1');
}

function fromHexadecimal(written: Uint8Array): number[] {
  const digits = [...written].filter((one) => !isWhite(one));
  const pairs = Array.from({ length: Math.ceil(digits.length / 2) }, (_, index) => index * 2);
  return pairs.map((at) => hexadecimal(digits[at], digits[at + 1] ?? byte.zero));
}

function unescaped(written: Uint8Array): number[] {
  const bytes: number[] = [];
  for (let at = 0; at < written.length; at += 1) {
    if (written[at] !== byte.escape) bytes.push(written[at]!);
    else {
      const { value, length } = escapeAt(written, at + 1);
      if (value !== null) bytes.push(value);
      at += length;
    }
  }
  return bytes;
}

/** Returns the meaning of a backslash: an octal number, a letter that means another, the end of a line (nothing). */
function escapeAt(written: Uint8Array, at: number): { value: number | null; length: number } {
  const one = written[at] ?? 0;
  if (isOctal(one)) {
    let value = 0;
    let length = 0;
    for (; length < 3 && isOctal(written[at + length]); length += 1) {
      value = value * 8 + written[at + length]! - byte.zero;
    }
    return { value: value & 255, length };
  }
  if (one === byte.return) return { value: null, length: written[at + 1] === byte.lineFeed ? 2 : 1 };
  return { value: one === byte.lineFeed ? null : (escapes.get(one) ?? one), length: 1 };
}
