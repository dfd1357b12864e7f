import { locales } from '#domain/locale.ts';
import { child, children, textIn, type XmlElement } from '../../xml/element.ts';
import type { Texts } from '../records.ts';
import type { ImportReport } from '../report.ts';
import { languageOf, textsOf } from './language.ts';
import { plainText } from './plain-text.ts';

/** The web address, or null when it is not one. */
export function webAddress(text: string): string | null {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url?.hostname ? url.href : null;
}

/** The links of a text module as lists; a link without a language is in both. */
export function linkLists(module: XmlElement, report: ImportReport): Texts {
  let isOfLanguage = false;
  const items: { de: string[]; en: string[] } = { de: [], en: [] };
  for (const link of children(module, 'weiterfuehrenderLink')) {
    const url = webAddress(textIn(link, 'uri'));
    if (!url) {
      report.skip('links of text modules that are no web addresses', textIn(link, 'uri').slice(0, 120));
      continue;
    }
    const titles = textsOf(children(link, 'titel'), report);
    isOfLanguage ||= Object.keys(titles).length > 1;
    const hasLanguage = link.attributes.languageCode ?? child(link, 'languageCode');
    isOfLanguage ||= hasLanguage !== undefined;
    const language = hasLanguage ? languageOf(link, report) : null;
    if (hasLanguage && !language) continue;
    for (const one of language ? [language] : locales) {
      const title = titles[one] ?? titles.de ?? titles.en ?? url;
      items[one].push(`<li><a href="${escaped(url)}">${escaped(plainText(title))}</a></li>`);
    }
  }
  const list = (entries: string[]) => (entries.length > 0 ? `<ul>${entries.join('')}</ul>` : undefined);
  const [de, en] = [list(items.de), list(items.en)];
  return { ...(de && { de }), ...(en && { en }), ...(!isOfLanguage && { isNeutral: true }) };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
