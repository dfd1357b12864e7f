import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { YEAR_SECONDS } from '#domain/days.ts';
import type { Locale } from '#domain/locale.ts';
import { locales } from '#domain/locale.ts';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';

import { addressOfTexts } from './addresses.ts';
import type { Namespace } from './namespaces.ts';

/**
 * Reads one namespace of one language, loaded as plain JSON when a screen needs it. A lost connection only delays it:
 * after giving up, the screen would show the names of the keys instead of the texts.
 */
const files = {
  type: 'backend' as const,
  read(language: string, namespace: string, done: (error: unknown, texts: object | null) => void): void {
    const load = async (): Promise<object> => (await fetch(addressOfTexts(language, namespace))).json();
    loadWithRetry(load).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error, null),
    );
  },
};

/**
 * i18next with the first namespaces of a language loaded.
 * @param texts namespaces that came with the page
 */
export async function startI18n(
  locale: Locale,
  namespaces: readonly Namespace[],
  texts: Partial<Record<Namespace, object>> = {},
): Promise<I18n> {
  await i18next
    .use({ ...files, init: () => undefined })
    .use(initReactI18next)
    .init({
      lng: locale,
      supportedLngs: [...locales],
      fallbackLng: false,
      ns: [...namespaces],
      resources: { [locale]: texts as Record<string, Record<string, unknown>> },
      partialBundledLanguages: true,
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  return i18next;
}

/** The language last requested; that of i18next follows once its texts are there. */
let entered: Locale | undefined;

/**
 * Switches the language of texts and page, and remembers it for a year (spec section 9). The server remembers the
 * language that the page arrived in: a late script must not undo a choice made meanwhile.
 */
export async function enterLocale(locale: Locale, namespaces: readonly Namespace[]): Promise<void> {
  if (document.documentElement.lang !== locale) {
    document.documentElement.lang = locale;
    remember(locale);
  }
  const isLeft = entered !== locale;
  entered = locale;
  // Texts of the previous language may still be on their way; without this they would take its place.
  if (isLeft || i18next.language !== locale) await i18next.changeLanguage(locale);
  await i18next.loadNamespaces([...namespaces]);
}

function remember(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `locale=${locale}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
}
