/** Line and paragraph separators that mean a new line. */
const NEW_LINE = /\r\n?|[\u0085\u2028\u2029]/gu;

/** Control characters and marks without a glyph; direction marks could disguise a file name. */
const WITHOUT_PICTURE = /(?![\n\u00ad\u200b])[\p{Cc}\p{Cf}]/gu;

/** Letters joined into one character, e.g. in names copied from a PDF; separated, so that copies have the letters. */
const LIGATURES = /[\ufb00-\ufb06]/gu;

/**
 * Returns text that can be printed: composed (NFC), without control characters, and with the number of every
 * character that the font lacks, e.g. [U+1F600]. PDF/A forbids missing glyphs, and without the character the text
 * would differ from the entry.
 * @param supports whether the font has a glyph for a code point
 */
export function printable(text: string, supports: (codePoint: number) => boolean): string {
  const clean = text
    .normalize('NFC')
    .replace(LIGATURES, (ligature) => ligature.normalize('NFKC'))
    .replace(NEW_LINE, '\n')
    .replace(/\t/gu, ' ')
    .replace(WITHOUT_PICTURE, '');
  let shown = '';
  for (const character of clean) {
    const codePoint = character.codePointAt(0) ?? 0;
    const kept = /[\n\u00ad\u200b]/u.test(character) || supports(codePoint);
    shown += kept ? character : `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
  }
  return shown;
}
