import type { TextValuedField } from '../types.ts';

/** Characters that nobody sees: zero width, direction, soft hyphen, control; people paste them without knowing it. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]|(?![\t-\r\x85])\p{Cc}/gu;

/** Signs that phones and word processors insert by themselves, and their spelling in DIN 91379. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\p{Zs}/gu, ' '],
  [/[\v\f\x85\u2028\u2029]/gu, '\n'],
  [/[“”„‟]/gu, '"'],
  [/[‘‚‛]/gu, "'"],
  [/[‐‑‒–—―−]/gu, '-'],
  [/…/gu, '...'],
  [/[•‣◦▪●]/gu, '-'],
];

const PLAIN = /^[!-~]*(?: [!-~]+)*$/u;

/**
 * A typed text without what its writer neither sees nor means: spaces around it and invisible characters go, and
 * typographic signs get the spelling that authorities can store. An e-mail address keeps its signs, and has no spaces. A
 * town loses a postcode before it, for which there is a field.
 */
export function tidyText(
  { type, properties }: Pick<TextValuedField, 'type' | 'properties'>,
  typed: string,
): string {
  if (type === 'email') return typed.replace(INVISIBLE, '').replace(/\s+/gu, '');
  const tidied = withPlainSigns(type, typed);
  return properties?.autocomplete === TOWN ? tidied.replace(POSTCODE, '') : tidied;
}

const TOWN = 'address-level2';
const POSTCODE = /^ *(?:D[- ])?\d{5} +(?=\p{L})/u;

function withPlainSigns(type: TextValuedField['type'], typed: string): string {
  if (PLAIN.test(typed) || !isTyped(type)) return typed;
  const visible = typed.replace(INVISIBLE, '');
  const spelled = spellings.reduce((text, [sign, it]) => text.replace(sign, it), visible);
  return (type === 'textarea' ? spelled : spelled.replace(/[\t\r\n]+/gu, ' ')).trim();
}

const isTyped = (type: TextValuedField['type']): boolean =>
  type === 'textfield' || type === 'textarea' || type === 'phoneNumber';
