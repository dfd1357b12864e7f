import type { Locale } from '#domain/locale.ts';
import type { FormData } from '#forms/types.ts';
import { formatsOf } from './format.ts';
import { textsOf } from './texts.ts';

/** A draft as its person takes it along. Times in ISO 8601. */
export type Entered = {
  locale: Locale;
  serviceTitle: string;
  authorityName: string;
  areaName: string;
  savedAt: string;
  /** Whether uploaded files go along. */
  hasFiles: boolean;
  data: FormData;
};

/**
 * Returns everything that was entered in a draft as text for people, a line for each answer. The form may be gone, and
 * with it its questions: each answer has the name of its field. Unanswered fields are left out.
 */
export function enteredText({ locale, data, hasFiles, ...about }: Entered): string {
  const say = textsOf(locale);
  const { serviceTitle, authorityName, areaName } = about;
  const { date, exact } = formatsOf(locale);
  const lines = linesOf(data, '', {
    truth: (value) => say(value ? 'entered.yes' : 'entered.no'),
    text: (value) => (STORED_DAY.test(value) ? date(dayOf(value)) : value),
  });
  return [
    serviceTitle,
    say('entered.forPlace', { authority: authorityName, place: areaName }),
    say('entered.savedAt', { time: exact(about.savedAt) }),
    '',
    say('entered.note'),
    ...(hasFiles ? [say('entered.files')] : []),
    '',
    ...(lines.length === 0 ? [say('entered.nothing')] : lines),
    '',
  ].join('\r\n');
}

/** A day as Form.io stores it. */
const STORED_DAY = /^\d\d\/\d\d\/\d{4}$/;
const dayOf = (stored: string): string =>
  `${stored.slice(6)}-${stored.slice(0, 2)}-${stored.slice(3, 5)}T12:00:00Z`;

/** Values in words. */
type Said = { truth: (value: boolean) => string; text: (value: string) => string };

function linesOf(value: unknown, name: string, said: Said): string[] {
  const line = (text: string) => [`${name}: ${text}`];
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'boolean') return line(said.truth(value));
  if (typeof value !== 'object') return line(said.text(String(value)));
  if (Array.isArray(value))
    return value.flatMap((one, at) => linesOf(one, value.length > 1 ? `${name} ${at + 1}` : name, said));
  // Of a file its name: the file itself goes along.
  if ('id' in value && 'name' in value && 'size' in value) return line(String(value.name));
  return Object.entries(value).flatMap(([key, inner]) =>
    linesOf(inner, name === '' ? key : `${name} › ${key}`, said),
  );
}
