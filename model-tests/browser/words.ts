import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance } from 'i18next';
import type { Locale } from '#domain/locale.ts';

const folder = path.resolve(import.meta.dirname, '../../locales');

const namespaces = readdirSync(path.join(folder, 'de')).map((file) => path.basename(file, '.json'));

const resources = (locale: Locale) =>
  Object.fromEntries(
    namespaces.map((name) => [
      name,
      JSON.parse(readFileSync(path.join(folder, locale, `${name}.json`), 'utf8')) as object,
    ]),
  );

const instance = createInstance();
await instance.init({
  lng: 'de',
  ns: namespaces,
  resources: { de: resources('de'), en: resources('en') },
  interpolation: { escapeValue: false },
  saveMissing: true,
  missingKeyHandler: (_, __, key) => {
    throw new Error(`no text ${key}`);
  },
});

/** The texts of the screens, as a person reads them: `words('de')('start:ways.anonymous.start')`. */
export const words = (locale: Locale): ((key: string, values?: Record<string, unknown>) => string) => {
  const t = instance.getFixedT(locale);
  // The portal of the tests has one login, which is inserted into the texts that mention it.
  const provider = t('common:provider.nkb' as never);
  return (key, values) => String(t(key as never, { provider, ...values } as never));
};

/** Matches exactly one of these texts. */
export const anyOf = (texts: readonly string[]): RegExp =>
  new RegExp(`^(${texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`);
