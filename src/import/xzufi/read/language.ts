import type { Locale } from '#domain/locale.ts';
import { elementsOf, htmlIn, textIn, textOf, type XmlElement } from '../../xml/element.ts';
import type { Texts } from '../records.ts';
import type { ImportReport } from '../report.ts';
import { inBlocks } from './html.ts';
import { plainText, says } from './plain-text.ts';

/**
 * The language of an element; null for one that the portal does not have. Plain language ("de-x-ls") counts as another
 * language: it must not replace the German text. Without a code the language is German.
 */
export function languageOf(element: XmlElement, report: ImportReport): Locale | null {
  const { languageCode, lang } = element.attributes;
  const code = (languageCode ?? lang ?? textIn(element, 'languageCode')).trim() || 'de';
  if (/^(de|deu|ger)([-_](de|at|ch))?$/i.test(code)) return 'de';
  if (/^(en|eng)([-_](gb|us|ie))?$/i.test(code)) return 'en';
  report.skip('texts in languages that the portal does not have', code);
  return null;
}

/** Texts of the elements by language; of several in one language the first that is not empty. */
export const textsOf = (elements: XmlElement[], report: ImportReport): Texts =>
  byLanguage(
    elements,
    report,
    (element) => plainText(deepText(element)),
    (first) => first,
  );

/** HTML of the elements by language, in blocks; several in one language are concatenated. */
export const htmlOf = (elements: XmlElement[], report: ImportReport): Texts =>
  byLanguage(elements, report, blocksIn, (first, next) => `${first}\n${next}`);

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

/** `<name><name languageCode="de">…</name><name languageCode="en">…` is replaced by its children. */
function translations(element: XmlElement): XmlElement[] {
  const inside = elementsOf(element);
  const nested = inside.filter((part) => part.name === element.name || part.attributes.languageCode);
  return nested.length > 0 ? nested : [element];
}

/** The HTML in an element; empty when it has no words. */
function blocksIn(element: XmlElement): string {
  const html = htmlIn(element);
  return says(html) ? inBlocks(html) : '';
}

/** A text, in a `text` or `name` element or directly. */
const deepText = (element: XmlElement) => textIn(element, 'text', 'name') || textOf(element);
