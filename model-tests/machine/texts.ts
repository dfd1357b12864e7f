import { readFileSync } from 'node:fs';
import type { Locale } from '#domain/locale.ts';
import type { TextOf } from '#ui/workshop/words.ts';

type Texts = { [name: string]: string | Texts };

const loaded = new Map<string, Texts>();

function resource(locale: string, namespace: string): Texts {
  const file = `../../locales/${locale}/${namespace}.json`;
  const known = loaded.get(file) ?? JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
  loaded.set(file, known);
  return known;
}

/** As in i18next, a dot may lead into a group or be part of a name. */
function find(texts: Texts, name: string): string | undefined {
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (typeof text === 'string') return text;
  for (const [group, inner] of Object.entries(texts)) {
    if (typeof inner === 'string' || !name.startsWith(`${group}.`)) continue;
    const found = find(inner, name.slice(group.length + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The text of an i18next key such as `workflow:process.PAID`; undefined if there is none. */
export function textOf(locale: Locale, key: string): string | undefined {
  const [, namespace = '', name = ''] = /^(\w+):(.+)$/.exec(key) ?? [];
  return find(resource(locale, namespace), name);
}

/** The texts of one language, with values in place of `{{name}}`. */
export const textsIn =
  (locale: Locale): TextOf =>
  (key, values = {}) =>
    textOf(locale, key)?.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => values[name] ?? gap);
