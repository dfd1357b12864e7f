import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#ui/screens/shared/paths.ts';
import type { Namespace } from './namespaces.ts';

const files: Record<string, object> = import.meta.glob(
  ['/locales/*/*.json', '!**/documents.json', '!**/flows.json'],
  { import: 'default', eager: true },
);

/** The texts of one namespace. */
export const textsOf = (locale: Locale, namespace: Namespace): object =>
  files[`/locales/${locale}/${namespace}.json`] ?? {};

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
  return instance;
}

/** All texts of each language at hand, for pages that are rendered on the server. */
export const serverI18n: Record<Locale, I18n> = { de: await instanceOf('de'), en: await instanceOf('en') };
