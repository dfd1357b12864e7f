import { render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import type { Locale } from '#domain/locale.ts';
import de from '#locales/de/form.json' with { type: 'json' };
import deFrame from '#locales/de/frame.json' with { type: 'json' };
import deKit from '#locales/de/kit.json' with { type: 'json' };
import en from '#locales/en/form.json' with { type: 'json' };
import enFrame from '#locales/en/frame.json' with { type: 'json' };
import enKit from '#locales/en/kit.json' with { type: 'json' };

/** Texts of the product, set up as the product does it. */
export async function texts(language: Locale = 'de') {
  const i18n = i18next.createInstance();
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: { de: { form: de, frame: deFrame, kit: deKit }, en: { form: en, frame: enFrame, kit: enKit } },
  });
  return i18n;
}

/** Shows something as the product does, with its texts. */
export async function show(node: ReactNode, language: Locale = 'de') {
  const i18n = await texts(language);
  const wrap = (inner: ReactNode) => <I18nextProvider i18n={i18n}>{inner}</I18nextProvider>;
  const shown = render(wrap(node));
  return { ...shown, i18n, again: (next: ReactNode) => shown.rerender(wrap(next)) };
}
