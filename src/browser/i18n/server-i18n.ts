import { createInstance, type i18n as I18n, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#domain/locale.ts';

import type { Namespace } from './namespaces.ts';

const files: Record<string, object> = import.meta.glob(
  ['/locales/*/*.json', '!**/{documents,drawing,flows,rules,workshop}.json'],
  { import: 'default', eager: true },
);

const textsOf = (locale: Locale, namespace: Namespace): object =>
  files[`/locales/${locale}/${namespace}.json`] ?? {};

const kept = new Map<string, string>();

/** JSON of the texts of some namespaces (namespace to texts), safe inside a script element. */
export function textsJson(locale: Locale, namespaces: Iterable<Namespace>): string {
  const names = [...namespaces];
  const key = `${locale} ${names.join(' ')}`;
  const texts = () => Object.fromEntries(names.map((name) => [name, textsOf(locale, name)]));
  const json = kept.get(key) ?? JSON.stringify(texts()).replaceAll('<', '\\u003c');
  kept.set(key, json);
  return json;
}

/**
 * Caches the lookup of each text that takes no values: they do not change while the server runs, and a page has
 * hundreds.
 */
function rememberTexts(instance: I18n): void {
  const fixed = new Map<string, TFunction>();
  const getFixedT = instance.getFixedT.bind(instance) as (...args: unknown[]) => TFunction;
  instance.getFixedT = ((...args: unknown[]) => {
    const name = JSON.stringify(args);
    const known = fixed.get(name);
    if (known) return known;
    const look = getFixedT(...args) as unknown as (key: unknown, values?: unknown) => unknown;
    const said = new Map<unknown, unknown>();
    const t = (key: unknown, values?: unknown) => {
      if (values !== undefined || typeof key !== 'string') return look(key, values);
      if (!said.has(key)) said.set(key, look(key));
      return said.get(key);
    };
    fixed.set(name, Object.assign(t, look) as unknown as TFunction);
    return fixed.get(name)!;
  }) as I18n['getFixedT'];
}

async function instanceOf(locale: Locale): Promise<I18n> {
  const namespaces = Object.keys(files)
    .filter((file) => file.startsWith(`/locales/${locale}/`))
    .map((file) => file.split('/').pop()!.replace('.json', '') as Namespace);
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    ns: namespaces,
    defaultNS: 'common',
    resources: { [locale]: Object.fromEntries(namespaces.map((name) => [name, textsOf(locale, name)])) },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  rememberTexts(instance);
  return instance;
}

/** All texts of each language in memory, for pages that are rendered on the server. */
export const serverI18n: Record<Locale, I18n> = { de: await instanceOf('de'), en: await instanceOf('en') };
