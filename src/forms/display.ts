import type { Locale } from '#domain/locale.ts';
import { isObject, optionsOf } from './components.ts';
import { isoDay } from './rules/day.ts';
import { isFileValue } from './shape.ts';
import type { FieldComponent, FormValue } from './types.ts';

const TAGS = { de: 'de-DE', en: 'en-GB' } as const;
const BOOLEANS = { de: ['Nein', 'Ja'], en: ['No', 'Yes'] } as const;

/** A value of a field (not of a group) as people write it in the language; '' when there is none. */
export function displayText(field: FieldComponent, value: FormValue, language: Locale): string {
  if (field.type === 'checkbox') return BOOLEANS[language][value === true ? 1 : 0];
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'number') return displayNumber(field, value, language);
  if (field.type === 'file' && Array.isArray(value)) {
    const files = value.filter((item) => isFileValue(item));
    return files.map((file) => `${file.name} (${displayBytes(file.size, language)})`).join(', ');
  }
  const options = optionsOf(field);
  if (options) {
    const chosen = options.filter((option) =>
      isObject(value) ? value[option.value] === true : option.value === value,
    );
    return chosen.map((option) => option.label).join(', ');
  }
  if (typeof value !== 'string') return '';
  if (field.type === 'day') return displayDay(value, language);
  return field.type === 'datetime' ? displayMoment(value, field.enableTime, language) : value;
}

function displayNumber(field: FieldComponent, value: number, language: Locale): string {
  const format: Intl.NumberFormatOptions =
    field.type === 'currency'
      ? { style: 'currency', currency: field.currency }
      : {
          maximumFractionDigits: field.type === 'number' ? (field.decimalLimit ?? 10) : 10,
          useGrouping: field.type === 'number' && field.delimiter === true,
        };
  return new Intl.NumberFormat(TAGS[language], format).format(value);
}

/** Size of a file with the unit that suits it: "812 KB", "1,4 MB"; 1 KB is 1024 bytes. */
export function displayBytes(size: number, language: Locale): string {
  const bytes = { de: 'Byte', en: size === 1 ? 'byte' : 'bytes' }[language];
  const [amount, unit] =
    size < 1024 ? [size, bytes] : size < 1024 ** 2 ? [size / 1024, 'KB'] : [size / 1024 ** 2, 'MB'];
  const digits = unit === 'MB' ? 1 : 0;
  return `${new Intl.NumberFormat(TAGS[language], { maximumFractionDigits: digits }).format(amount)} ${unit}`;
}

function displayDay(value: string, language: Locale): string {
  const iso = isoDay(value);
  if (!iso) return value;
  const format = new Intl.DateTimeFormat(TAGS[language], { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${iso}T00:00:00Z`));
}

function displayMoment(value: string, withTime: boolean, language: Locale): string {
  const time = Date.parse(value);
  if (Number.isNaN(time)) return value;
  const options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeZone: 'Europe/Berlin' };
  if (withTime) options.timeStyle = 'short';
  return new Intl.DateTimeFormat(TAGS[language], options).format(time);
}
