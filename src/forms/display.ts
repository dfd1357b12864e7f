import { GERMAN_TIME } from '#domain/german-time.ts';
import { type Locale, languageTag } from '#domain/locale.ts';
import { isObject, optionsOf } from './components.ts';
import { displayBytes } from './display-bytes.ts';
import { isoDay } from './rules/day.ts';
import { shownEmail } from './rules/email.ts';
import { alikeMoment } from './rules/german-moment.ts';
import { shownText } from './rules/text-checks.ts';
import { isFileValue } from './shape.ts';
import type { ComponentOf, FormValue, Option, ValueField } from './types.ts';

const BOOLEANS = { de: ['Nein', 'Ja'], en: ['No', 'Yes'] } as const;

/** A field's value as people write it in the language; '' if there is none. */
export function displayText(field: ValueField, value: FormValue, language: Locale): string {
  if (field.type === 'checkbox') return BOOLEANS[language][value === true ? 1 : 0];
  if (value === undefined || value === null || value === '') return '';
  switch (field.type) {
    case 'number':
    case 'currency':
      return typeof value === 'number' ? displayNumber(field, value, language) : displayTyped(value);
    case 'select':
    case 'radio':
    case 'selectboxes':
      return displayChoice(optionsOf(field) ?? [], value);
    case 'file':
      return Array.isArray(value) ? displayFiles(value, language) : '';
    case 'day':
      return displayDay(displayTyped(value), language);
    case 'datetime':
      return displayMoment(displayTyped(value), field.enableTime, language);
    case 'email':
      return shownEmail(displayTyped(value));
    default:
      field satisfies ComponentOf<'textfield' | 'phoneNumber' | 'textarea' | 'hidden'>;
      return shownText(field, displayTyped(value));
  }
}

/** Names of the two moments that a change of the clocks makes look alike. */
const ALIKE = {
  de: { summer: 'Sommerzeit', winter: 'Winterzeit' },
  en: { summer: 'summer time', winter: 'winter time' },
} as const;

const displayTyped = (value: FormValue): string => (typeof value === 'string' ? value : '');

/** Chosen labels, joined by semicolons if one of them contains a comma. */
function displayChoice(options: Option[], value: FormValue): string {
  const labels = options
    .filter((option) => (isObject(value) ? value[option.value] === true : option.value === value))
    .map((option) => option.label);
  return labels.join(labels.some((label) => label.includes(',')) ? '; ' : ', ');
}

const displayFiles = (value: FormValue[], language: Locale): string =>
  value
    .filter((item) => isFileValue(item))
    .map((file) => `${file.name} (${displayBytes(file.size, language)})`)
    .join(', ');

function displayNumber(field: ComponentOf<'number' | 'currency'>, value: number, language: Locale): string {
  const format: Intl.NumberFormatOptions =
    field.type === 'currency'
      ? { style: 'currency', currency: field.currency }
      : { maximumFractionDigits: field.decimalLimit ?? 10, useGrouping: field.delimiter === true };
  return new Intl.NumberFormat(languageTag[language], format).format(value);
}

function displayDay(value: string, language: Locale): string {
  const iso = isoDay(value);
  if (!iso) return value;
  const format = new Intl.DateTimeFormat(languageTag[language], { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${iso}T00:00:00Z`));
}

function displayMoment(value: string, withTime: boolean, language: Locale): string {
  const time = Date.parse(value);
  if (Number.isNaN(time)) return value;
  const options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeZone: GERMAN_TIME };
  if (withTime) options.timeStyle = 'short';
  const shown = new Intl.DateTimeFormat(languageTag[language], options).format(time);
  const which = withTime && alikeMoment(time);
  return which ? `${shown} (${ALIKE[language][which]})` : shown;
}
