import { type TextModule, textModules } from '#contract/text-modules.ts';
import { type Locale, locales, otherLocale } from '#domain/locale.ts';
import type { LoginProviderId } from '#domain/login.ts';
import type { ContentFault, LocalisedHtml } from '../types.ts';
import type { ContentFolder } from './folder.ts';
import { htmlOf, type InnerLink } from './markdown.ts';
import { headingOf, splitModules } from './text-modules.ts';

/**
 * Reads the text modules of a service in both languages as sanitised HTML. A module in only one language is a fault:
 * readers of the other would miss it.
 * @param path folder of the service, or of its texts for a place
 */
export function loadTexts(
  folder: ContentFolder,
  path: string,
  logins: readonly LoginProviderId[],
): {
  texts: Partial<Record<TextModule, LocalisedHtml>>;
  links: InnerLink[];
  faults: ContentFault[];
} {
  const fileOf = (locale: Locale) => `${path}/texts.${locale}.md`;
  const missing = locales.flatMap((locale) => folder.missing(fileOf(locale)));
  if (missing.length > 0) return { texts: {}, links: [], faults: missing };
  const german = splitModules(fileOf('de'), folder.read(fileOf('de')), 'de');
  const english = splitModules(fileOf('en'), folder.read(fileOf('en')), 'en');
  const faults = [...german.faults, ...english.faults];
  const texts: Partial<Record<TextModule, LocalisedHtml>> = {};
  const links: InnerLink[] = [];
  for (const module of textModules) {
    const de = german.modules.get(module);
    const en = english.modules.get(module);
    if (de && en) {
      const parts = { de: htmlOf(de, 'module', logins), en: htmlOf(en, 'module', logins) };
      texts[module] = { de: parts.de.html, en: parts.en.html };
      links.push(...parts.de.links, ...parts.en.links);
      faults.push(...parts.de.faults, ...parts.en.faults);
    }
    if (de && !en) faults.push(lacking('en', module));
    if (en && !de) faults.push(lacking('de', module));
  }
  return { texts, links, faults };

  function lacking(locale: Locale, module: TextModule): ContentFault {
    const other = otherLocale(locale);
    const reason = `"## ${headingOf(module, locale)}" is missing: texts.${other}.md has "## ${headingOf(module, other)}"`;
    return { file: fileOf(locale), line: 1, reason };
  }
}
