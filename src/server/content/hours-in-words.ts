import { type Locale, languageTag } from '#domain/locale.ts';
import { type Hours, openingHours, timesOfWeekday } from '#forms/rules/opening-hours.ts';
import de from '#locales/de/hours.json' with { type: 'json' };
import en from '#locales/en/hours.json' with { type: 'json' };

const words = { de, en };
/** Days from which on a row of days is named by its ends. */
const ROW = 3;
/** Monday to Sunday, as numbers of days of the week. */
const week = [1, 2, 3, 4, 5, 6, 0];

/**
 * Returns opening hours in words: "Montag bis Mittwoch 8 bis 12 Uhr, Donnerstag 8 bis 12 Uhr und 14 bis 18 Uhr". Days
 * with the same hours are named together.
 * @param rules in the notation of `openingHours`
 */
export function hoursInWords(rules: string, locale: Locale): string {
  const hours = openingHours(rules) ?? [];
  const groups = new Map<string, number[]>();
  for (const day of week) {
    const times = timesInWords(timesOfWeekday(hours, day), locale);
    if (times !== '') groups.set(times, [...(groups.get(times) ?? []), day]);
  }
  return [...groups].map(([times, days]) => `${daysInWords(days, locale)} ${times}`).join(', ');
}

/** Returns the words for opening hours in both languages, with what is to be noted about them. */
export const hoursInBothLanguages = (
  rules: string,
  note?: Record<Locale, string>,
): Record<Locale, string> => ({
  de: [hoursInWords(rules, 'de'), ...(note ? [note.de] : [])].join(', '),
  en: [hoursInWords(rules, 'en'), ...(note ? [note.en] : [])].join(', '),
});

/** Formats of Intl take longer to create than to use: each language has its own once. */
const forEach = <T>(create: (tag: string) => T): Record<Locale, T> => ({
  de: create(languageTag.de),
  en: create(languageTag.en),
});
const lists = forEach((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }));
const weekdays = forEach((tag) => new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }));

const listed = (parts: string[], locale: Locale): string => lists[locale].format(parts);

const timesInWords = (times: Hours['times'], locale: Locale): string =>
  listed(
    times.map(({ from, to }) =>
      span(words[locale].times, timeInWords(from, locale), timeInWords(to, locale)),
    ),
    locale,
  );

function daysInWords(days: number[], locale: Locale): string {
  const rows: number[][] = [];
  for (const day of days) {
    const row = rows.at(-1);
    if (row && week.indexOf(day) === week.indexOf(row.at(-1)!) + 1) row.push(day);
    else rows.push([day]);
  }
  const name = (day: number | undefined) => dayInWords(day ?? 0, locale);
  const named = rows.flatMap((row) =>
    row.length < ROW ? row.map(name) : [span(words[locale].days, name(row[0]), name(row.at(-1)))],
  );
  return listed(named, locale);
}

/** Returns the name of a day of the week, 0 for Sunday. */
const dayInWords = (day: number, locale: Locale): string =>
  // 4 January 1970 was a Sunday.
  weekdays[locale].format(new Date(Date.UTC(1970, 0, 4 + day)));

/** Returns a time HH:MM as it is said: "8", "8.30" in German, "8 am", "12 noon", "2.30 pm" in English. */
function timeInWords(time: string, locale: Locale): string {
  const said = words[locale];
  const named: Record<string, string> = {
    '00:00': said.dayBegins,
    '12:00': said.noon,
    '24:00': said.dayEnds,
  };
  if (named[time] !== undefined) return named[time];
  const hour = Number(time.slice(0, 2));
  const shown = said.clock === '12' ? hour % 12 || 12 : hour;
  const exact = time.endsWith(':00') ? `${shown}` : `${shown}.${time.slice(3)}`;
  return (hour < 12 ? said.morning : said.afternoon).replace('{{time}}', exact);
}

const span = (text: string, from: string, to: string): string =>
  text.replace('{{from}}', from).replace('{{to}}', to);
