import { readFileSync } from 'node:fs';
import type { Locale } from '#domain/locale.ts';

const loaded = new Map<string, unknown>();

function resource(locale: string, namespace: string): unknown {
  const file = `../../locales/${locale}/${namespace}.json`;
  const known = loaded.get(file) ?? JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
  loaded.set(file, known);
  return known;
}

/**
 * The text of an i18next key such as `workflow:process.PAID`; undefined when there is none. The name after the first
 * dot is one key, as in i18next: `flows:application.payment.waiting`.
 */
export function textOf(locale: Locale, key: string): unknown {
  const [, namespace = '', group = '', name = ''] = /^(\w+):(\w+)\.(.+)$/.exec(key) ?? [];
  const groups = resource(locale, namespace) as Record<string, Record<string, unknown> | undefined>;
  return groups[group]?.[name];
}
