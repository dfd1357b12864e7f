/** Character references that administrations' editors use. */
const REFERENCES: Record<string, string> = {
  nbsp: ' ',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  sect: '§',
  euro: '€',
  ndash: '–',
  bdquo: '„',
  ldquo: '“',
  rdquo: '”',
  shy: '',
  amp: '&',
};

/** HTML as plain text: tags become blanks, character references their characters. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<\/?[a-z][^>]*>|<!--[\s\S]*?-->/gi, ' ')
    .replace(/&(#(\d{1,7})|#x([0-9a-f]{1,6})|\w{1,31});/gi, (whole, name, decimal, hex) => {
      if (!decimal && !hex) return REFERENCES[name] ?? whole;
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return point > 0x1f && point <= 0x10ffff ? String.fromCodePoint(point) : ' ';
    })
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim();
}

/** True if HTML contains words. Stops at the first word, as it is called for every text. */
export function says(html: string): boolean {
  if (/<(script|style)\b|<!--/i.test(html)) return plainText(html) !== '';
  return /(?:^|>)(?:\s|&nbsp;)*(?!&nbsp;)[^\s<]/.test(html);
}
