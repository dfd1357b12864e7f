import type { Duration, TimeUnit } from '#server/content/types.ts';
import { child, codeIn, textIn, type XmlElement } from '../../xml/element.ts';

const UNITS: [RegExp, TimeUnit][] = [
  [/^minute/i, 'minute'],
  [/^(stunde|hour)/i, 'hour'],
  [/^(werktag|arbeitstag|workday)/i, 'workday'],
  [/^(tag|kalendertag|day)/i, 'day'],
  [/^(woche|week)/i, 'week'],
  [/^(monat|month)/i, 'month'],
  [/^(jahr|year)/i, 'year'],
];

/** The duration of an element with `dauer`, `einheit`, `dauerBis`, `einheitBis`; null when it is not a duration. */
export function durationOf(element: XmlElement): Duration | null {
  const value = wholeNumber(textIn(element, 'dauer'));
  const unit = unitOf(child(element, 'einheit'));
  if (value === null || !unit) return null;
  const to = wholeNumber(textIn(element, 'dauerBis'));
  const toUnit = child(element, 'einheitBis') ? unitOf(child(element, 'einheitBis')) : unit;
  if (to === null || (to === value && toUnit === unit)) return { value, unit };
  return to > value && toUnit === unit ? { value, to, unit } : null;
}

function unitOf(element: XmlElement | undefined): TimeUnit | null {
  const { code, name } = codeIn(element);
  return UNITS.find(([pattern]) => pattern.test(name) || pattern.test(code))?.[1] ?? null;
}

function wholeNumber(text: string): number | null {
  const number = /^\d+([.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : 0;
  return number >= 1 && number <= 10_000 ? number : null;
}
