/** Encoding of a file's text: by its first bytes, otherwise as declared in the file. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The encoding that the first bytes of a file show: a byte order mark, or the zeros that UTF-16 has in every second
 * place of plain text; null where they do not tell.
 */
export function encodingOfStart(bytes: Uint8Array): Encoding | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
  return null;
}

/** Letters and signs that German tables have beyond ASCII. In other old encodings the same bytes are other ones. */
const EXPECTED = /^[\n\r\t\x20-\x7EÄÖÜäöüßéèêëôç§°–²³]*$/;

/** A text with its encoding, or the first line (from 1) that is in no known encoding. */
export type Decoded = { text: string; encoding: Encoding } | { line: number };

/**
 * Decodes a whole file: UTF-8, UTF-16, or Windows-1252 (Latin-1), which German spreadsheets save, if all of it makes
 * sense as such. Never guesses: people would be shown a text with wrong letters.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const encoding = encodingOfStart(bytes) ?? 'utf-8';
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    const line = text.split('\n').findIndex((one) => !EXPECTED.test(one)) + 1;
    if (encoding === 'utf-8' && line === 0) return { text, encoding: 'windows-1252' };
    return { line: Math.max(1, line) };
  }
}
