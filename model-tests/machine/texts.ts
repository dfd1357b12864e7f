import { readFileSync } from 'node:fs';

const loaded = new Map<string, unknown>();

function resource(locale: string, namespace: string): unknown {
  const file = `../../locales/${locale}/${namespace}.json`;
  const known = loaded.get(file) ?? JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
  loaded.set(file, known);
  return known;
}

/** The text of an i18next key such as `workflow:process.PAID`; undefined when there is none. */
export function textOf(locale: 'de' | 'en', key: string): unknown {
  const [namespace = '', path = ''] = key.split(':');
  return path
    .split('.')
    .reduce(
      (node, part) => (node as Record<string, unknown> | undefined)?.[part],
      resource(locale, namespace),
    );
}
