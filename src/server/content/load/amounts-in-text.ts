import type { Locale } from '#domain/locale.ts';

const NUMBER = String.raw`\d{1,3}(?:[.,\u00a0 ]\d{3})+(?:[.,]\d{2})?|\d+(?:[.,]\d{1,2})?`;
const BEFORE = new RegExp(String.raw`(?:€|EUR)[\s\u00a0]?(${NUMBER})`, 'g');
const AFTER = new RegExp(String.raw`(${NUMBER})[\s\u00a0]?(?:€|EUR\b|[Ee]uros?\b)`, 'g');
/** "10 bis 20 Euro", "100 to 600 euros": the first amount has no unit of its own. */
const FIRST_OF_TWO = new RegExp(
  String.raw`(${NUMBER})(?= (?:bis|und|oder|to|and|or) (?:${NUMBER})[\s\u00a0]?(?:€|EUR\b|[Ee]uros?\b))`,
  'g',
);

/** The amounts of money in a text, in cents: "2.500,50 Euro" in German, "€2,500.50" in English. */
export function amountsInText(text: string, locale: Locale): number[] {
  const found = [BEFORE, AFTER, FIRST_OF_TWO].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, number = '']) => centsOf(number, locale)),
  );
  return [...new Set(found)].sort((one, two) => one - two);
}

function centsOf(number: string, locale: Locale): number {
  const decimal = locale === 'de' ? ',' : '.';
  const [whole = '', fraction = ''] = number.split(decimal);
  return Number(whole.replace(/\D/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
}
