import { parseInline } from 'marked';
import { type Locale, type Localised, languageTag } from '#domain/locale.ts';
import { LOGIN_MINUTES } from '#domain/login.ts';
import de from '#locales/de/kept.json' with { type: 'json' };
import en from '#locales/en/kept.json' with { type: 'json' };
import { type Purpose, purposes } from './kept.ts';
import type { LegalBases } from './legal-bases.ts';

/** Words of the privacy page for what is kept, by purpose and end as in kept.ts: Markdown of a line each. */
export const keptTexts: Record<Locale, Record<Purpose, Record<string, string>> & { law: string }> = {
  de,
  en,
};

/** Settings of the installation that say how long something is kept. */
export type KeptSettings = {
  SESSION_IDLE_MINUTES: number;
  SESSION_ABSOLUTE_MINUTES: number;
  MAIL_RETRY_HOURS: number;
  REFUND_DAYS: number;
};
const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** Days for which a form keeps a draft, the documents of a sent application, and its entry. */
type KeptDays = Record<'draftRetentionDays' | 'downloadRetentionDays' | 'sentRetentionDays', number>;

/**
 * Returns what is kept about people, why, by which law and for how long, in both languages: HTML of one line for the
 * privacy page (Art. 13 (1) (c) and (2) (a) GDPR).
 * @param forms those of the installation
 */
export const keptLists = (
  laws: LegalBases,
  settings: KeptSettings,
  forms: readonly KeptDays[],
): Localised => ({
  de: keptList('de', laws, settings, forms),
  en: keptList('en', laws, settings, forms),
});

function keptList(
  locale: Locale,
  laws: LegalBases,
  settings: KeptSettings,
  forms: readonly KeptDays[],
): string {
  const count = (value: number) => value.toLocaleString(languageTag[locale]);
  const oneOf = (name: keyof KeptDays) =>
    new Intl.ListFormat(languageTag[locale], { type: 'disjunction' }).format(
      [...new Set(forms.map((form) => form[name]))].sort((a, b) => a - b).map(count),
    );
  const figures: Record<string, string> = {
    draft: oneOf('draftRetentionDays'),
    download: oneOf('downloadRetentionDays'),
    sent: oneOf('sentRetentionDays'),
    idleMinutes: count(settings.SESSION_IDLE_MINUTES),
    sessionHours: count(settings.SESSION_ABSOLUTE_MINUTES / 60),
    mailHours: count(settings.MAIL_RETRY_HOURS),
    refundDays: count(settings.REFUND_DAYS),
    loginMinutes: count(LOGIN_MINUTES),
  };
  // Without forms nothing is applied for, so nothing is kept for the days of one.
  const saysSomething = (text: string) =>
    [...text.matchAll(PLACEHOLDER)].every(([, name = '']) => figures[name] !== '');
  const filled = (text: string) => text.replace(PLACEHOLDER, (_, name: string) => figures[name] ?? '');
  const law = (purpose: Purpose) => keptTexts[locale].law.replace(PLACEHOLDER, () => laws[purpose][locale]);
  return (Object.keys(purposes) as Purpose[])
    .map((purpose) => {
      const { for: reason = '', ...ends } = keptTexts[locale][purpose];
      const items = Object.values(ends)
        .filter(saysSomething)
        .map((text) => `<li>${parseInline(filled(text))}</li>`);
      return `<h3>${reason}</h3><p>${parseInline(law(purpose))}</p><ul>${items.join('')}</ul>`;
    })
    .join('');
}
