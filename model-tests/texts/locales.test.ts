import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../locales');
const namespaces = (locale: string) => readdirSync(path.join(root, locale)).sort();

type Texts = Map<string, string>;

function textsOf(locale: string, file: string): Texts {
  return new Map(flat(JSON.parse(readFileSync(path.join(root, locale, file), 'utf8'))));
}

const flat = (value: unknown, prefix = ''): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => flat(inner, prefix ? `${prefix}.${key}` : key))
    : [[prefix, String(value)]];

const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort();

/** Plural forms differ between languages only in words, not in names. */
const keysOf = (texts: Texts) => [...texts.keys()].sort();

describe('texts of the screens', () => {
  it('has the same subjects in both languages', () => {
    expect(namespaces('en')).toEqual(namespaces('de'));
  });

  it.each(namespaces('de'))('%s has the same keys, placeholders and no empty text', (file) => {
    const de = textsOf('de', file);
    const en = textsOf('en', file);
    expect(keysOf(en)).toEqual(keysOf(de));
    for (const [key, text] of de) {
      const english = en.get(key) ?? '';
      expect(text.trim() && english.trim(), key).not.toBe('');
      expect(placeholders(english), key).toEqual(placeholders(text));
    }
  });
});
