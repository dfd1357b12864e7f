import { GERMAN_TIME, germanDay } from '#domain/german-time.ts';
import type { ShownInterruption } from '#domain/interruption.ts';
import { type Locale, languageTag, locales } from '#domain/locale.ts';
import { type Html, html } from './html.ts';
import { filled, frameTexts } from './texts.ts';

/**
 * Returns the note about announced maintenance, with its times, for the top of every page; empty without one. It is in
 * both languages, and styles show that of the page: pages change their language without a load. An open page keeps
 * it until its next load: the note says when it is over.
 */
export function maintenanceNote(shown: readonly ShownInterruption[]): string {
  const announced = shown.find(({ what }) => what === 'maintenance');
  if (announced?.until == null) return '';
  const { from, until, sentence } = announced;
  const text = (locale: Locale): Html =>
    html`<p class="sp-note__text sp-note__text--${locale}" lang="${locale}"><strong>${filled(
      frameTexts[locale].maintenance,
      {
        from: moment(from, locale),
        until: sameDay(from, until) ? time(until, locale) : moment(until, locale),
      },
    )}</strong> ${sentence[locale]}</p>`;
  return html`<aside class="sp-note"><div class="sp-container">${locales.map(text)}</div></aside>`.text;
}

const inGermany = (iso: string, locale: Locale, style: Intl.DateTimeFormatOptions): string =>
  new Date(iso).toLocaleString(languageTag[locale], { ...style, timeZone: GERMAN_TIME });
const moment = (iso: string, locale: Locale) =>
  inGermany(iso, locale, { dateStyle: 'long', timeStyle: 'short' });
const time = (iso: string, locale: Locale) => inGermany(iso, locale, { timeStyle: 'short' });
const sameDay = (one: string, other: string) => germanDay(new Date(one)) === germanDay(new Date(other));
