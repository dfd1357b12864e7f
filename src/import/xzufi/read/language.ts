import type { Texts } from '../records.ts';
import type { ImportReport } from '../report.ts';
import { elementsOf, htmlIn, textIn, textOf, type XmlElement } from '../xml/element.ts';

/**
 * The language of an element, or null for one that the portal does not have. Plain language ("de-x-ls") is one
 * of its own: it must not take the place of the German text. Without a code it is German.
 */
export function languageOf(element: XmlElement, report: ImportReport): 'de' | 'en' | null {
  const { languageCode, lang } = element.attributes;
  const code = (languageCode ?? lang ?? textIn(element, 'languageCode')).trim() || 'de';
  if (/^(de|deu|ger)([-_](de|at|ch))?$/i.test(code)) return 'de';
  if (/^(en|eng)([-_](gb|us|ie))?$/i.test(code)) return 'en';
  report.skip('texts in languages that the portal does not have', code);
  return null;
}

/** Texts of the elements by language; of several in one language the first that says something. */
export const textsOf = (elements: XmlElement[], report: ImportReport): Texts =>
  byLanguage(
    elements,
    report,
    (element) => plainText(deepText(element)),
    (first) => first,
  );

/** HTML of the elements by language; several in one language follow each other. */
export const htmlOf = (elements: XmlElement[], report: ImportReport): Texts =>
  byLanguage(elements, report, htmlIn, (first, next) => `${first}\n${next}`);

function byLanguage(
  elements: XmlElement[],
  report: ImportReport,
  read: (element: XmlElement) => string,
  join: (first: string, next: string) => string,
): Texts {
  const texts: Texts = {};
  for (const element of elements.flatMap(translations)) {
    const text = read(element);
    const language = text ? languageOf(element, report) : null;
    if (!language) continue;
    const first = texts[language];
    texts[language] = first === undefined ? text : join(first, text);
  }
  return texts;
}

/** `<name><name languageCode="de">…</name><name languageCode="en">…` stands for its children. */
function translations(element: XmlElement): XmlElement[] {
  const inside = elementsOf(element);
  const nested = inside.filter((part) => part.name === element.name || part.attributes.languageCode);
  return nested.length > 0 ? nested : [element];
}

/** A text that may stand in a `text` or `name` of its own. */
const deepText = (element: XmlElement) => textIn(element, 'text', 'name') || textOf(element);

/** HTML as plain text: tags become blanks, character references their characters. */
export function plainText(html: string): string {
  const references: Record<string, string> = {
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
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<\/?[a-z][^>]*>|<!--[\s\S]*?-->/gi, ' ')
    .replace(/&(#(\d{1,7})|#x([0-9a-f]{1,6})|\w{1,31});/gi, (whole, name, decimal, hex) => {
      if (!decimal && !hex) return references[name] ?? whole;
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return point > 0x1f && point <= 0x10ffff ? String.fromCodePoint(point) : ' ';
    })
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim();
}
