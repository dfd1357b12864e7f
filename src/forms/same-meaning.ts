import { isCalendarDate, isoDay } from './rules/day.ts';

/** True if two values of a field of the account (spec section 3) mean the same, however they are written. */
export function sameMeaning(name: string, one: string, other: string): boolean {
  const canonical = forms[name] ?? plain;
  return canonical(one) === canonical(other);
}

/** Unicode normalisation form C, one space between words. Capitals count: they are part of how a name is written. */
const plain = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

const lowerCase = (text: string): string => plain(text).toLocaleLowerCase('de');

/** "Str.", "Strasse" and "Straße" are one word, and so is a house number with or without its space: 12 a, 12a. */
const street = (text: string): string =>
  lowerCase(text)
    .replace(/(?<=str)(?:aße|asse|\.)(?=$|[\s\d])/gu, '')
    .replace(/(?<=str)(?=\d)/gu, ' ')
    .replace(/(?<=\d)\s+(?=[a-z]$)/u, '');

/** Digits with a leading +: spaces and signs between them do not count; a number without a country is a German one. */
const phone = (text: string): string => {
  const digits = plain(text)
    .replace(/\(0\)/gu, '')
    .replace(/[\s()/.–-]/gu, '')
    .replace(/^00/u, '+');
  return digits.replace(/^0(?=[1-9])/u, '+49');
};

/** YYYY-MM-DD from itself, 14.03.1978 or Form.io's 03/14/1978; other texts as they are. */
const date = (text: string): string => {
  const typed = plain(text);
  const [, day, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/u.exec(typed) ?? [];
  const iso =
    year === undefined
      ? (isoDay(typed) ?? typed)
      : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  return isCalendarDate(iso.slice(0, 10)) ? iso.slice(0, 10) : typed;
};

const forms: Record<string, (text: string) => string> = {
  email: lowerCase,
  locality: lowerCase,
  streetAddress: street,
  postalCode: (text) => plain(text).replaceAll(' ', ''),
  phoneNumber: phone,
  birthdate: date,
};
