import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import type { Locale } from '#domain/locale.ts';
import { loadContent } from '#server/content-store/load.ts';

const loaded = loadContent('content');
if ('faults' in loaded) throw new Error('the demonstration content is broken');
const { content } = loaded;

const folder = path.resolve(import.meta.dirname, '../../locales');
const screens = (locale: Locale): unknown =>
  readdirSync(path.join(folder, locale)).map((file) =>
    JSON.parse(readFileSync(path.join(folder, locale, file), 'utf8')),
  );

/** All texts of the content in one language; if there are both languages, in the requested one. */
function said(value: unknown, locale: Locale): unknown {
  if (value instanceof Map) return [...value.values()].map((it) => said(it, locale));
  if (Array.isArray(value)) return value.map((it) => said(it, locale));
  if (typeof value !== 'object' || value === null) return null;
  if ('de' in value && 'en' in value) return (value as Record<Locale, unknown>)[locale];
  return Object.values(value).map((it) => said(it, locale));
}

function flat(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(flat);
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
/** A text without words (only a number, a unit, a placeholder) belongs to no language. */
const hasWords = (text: string) => /\p{L}{3}/u.test(text.replace(/\{\{.*?\}\}/g, ''));

const textsOf = (locale: Locale): Set<string> => {
  const { metadata, forms } = content;
  const all = flat([screens(locale), said(metadata, locale), said(forms, locale)]);
  return new Set(all.map(plain).filter(hasWords));
};
const texts = { de: textsOf('de'), en: textsOf('en') };

/** Matches a text with any values of its placeholders. */
const asPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\{.*?\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );
const patternsOf = (locale: Locale) => [...texts[locale]].filter((it) => it.includes('{{')).map(asPattern);
const patterns = { de: patternsOf('de'), en: patternsOf('en') };

/** The texts of a page: its title, its texts as in the document, and those for screen readers only. */
const readAll = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = [...document.title.split(' – ')];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent && !parent.closest('script, style, noscript, [lang]:not(html)'))
        found.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        found.push(element.getAttribute(name) ?? '');
    }
    return found;
  });

/** Texts on a page that belong only to the other language, wherever they come from. */
export async function foreignTexts(page: Page, locale: Locale): Promise<string[]> {
  const other = locale === 'de' ? 'en' : 'de';
  const isOf = (text: string, language: Locale) =>
    texts[language].has(text) || patterns[language].some((pattern) => pattern.test(text));
  const found = (await readAll(page)).map(plain).filter((text) => hasWords(text));
  return [...new Set(found.filter((text) => isOf(text, other) && !isOf(text, locale)))];
}
