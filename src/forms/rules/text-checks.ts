import type { FieldComponent } from '../types.ts';
import { type TextCheck, textChecks } from './check-names.ts';
import { groupedIban, isValidIban, plainIban, sepaCountries } from './iban.ts';
import { plainPlate } from './plate.ts';
import { plainTime, plainWebAddress } from './time-and-address.ts';

type Properties = NonNullable<FieldComponent['properties']>;
type Spelling = {
  /** The one spelling in which the value is stored; undefined if the text is no such value. */
  plain(typed: string, properties: Properties): string | undefined;
  /** The stored value as people read it. */
  shown?(plain: string): string;
  /** Most characters of a text that is checked. */
  longest?: number;
};

const withoutSigns = (typed: string): string => typed.replace(/[\s.–-]/gu, '');

function plainPhone(typed: string): string | undefined {
  const text = typed
    .trim()
    .replace(/^00(?=[1-9])/u, '+')
    .replace(/^(\+.*?)\(0\)/u, '$1 ')
    .replace(/[\s()/.–-]+/gu, ' ')
    .trim();
  const digits = text.replace(/\D/gu, '').length;
  return /^(0|\+ ?[1-9])[\d ]*$/u.test(text) && digits >= 6 && digits <= 15
    ? text.replace('+ ', '+')
    : undefined;
}

function plainPostcode(typed: string): string | undefined {
  const code = withoutSigns(typed).replace(/^D(?:E)?(?=\d)/iu, '');
  return /^(?:0[1-9]|[1-9]\d)\d{3}$/u.test(code) ? code : undefined;
}

const spellings: Record<TextCheck, Spelling> = {
  iban: {
    plain: (typed, { countries }) =>
      isValidIban(typed, countries === undefined ? sepaCountries : countries.split(' '))
        ? plainIban(typed)
        : undefined,
    shown: groupedIban,
  },
  plate: { plain: plainPlate },
  microchip: {
    // ISO 11784: three digits for country or manufacturer, twelve for the animal.
    plain: (typed) => {
      const number = withoutSigns(typed);
      return /^[1-9]\d{14}$/u.test(number) ? number : undefined;
    },
    shown: (plain) => plain.replace(/^(\d{3})(\d{4})(\d{4})(\d{4})$/u, '$1 $2 $3 $4'),
  },
  // E.164 allows 15 digits; shorter than six is no number with its area code.
  phone: { plain: plainPhone },
  postcode: { plain: plainPostcode },
  // A postcode outside the area is not refused: see area.ts.
  inArea: { plain: plainPostcode },
  time: { plain: plainTime },
  webAddress: { plain: plainWebAddress, longest: 2000 },
};

/** The named check of a field whose answer is typed as text; undefined if it has none. */
export function textCheckOf({ properties }: FieldComponent): TextCheck | undefined {
  return textChecks.find((name) => name === properties?.check);
}

/** More than most checked texts have: a pattern may take long over a very long one. */
const MAX_LENGTH = 100;

function plainOf(check: TextCheck, field: FieldComponent, typed: string): string | undefined {
  const { plain, longest = MAX_LENGTH } = spellings[check];
  return typed.length > longest ? undefined : plain(typed, field.properties ?? {});
}

/** The stored form of a typed text: the spelling of its check, or the text itself if the check refuses it. */
export function plainText(field: FieldComponent, typed: string): string {
  const check = textCheckOf(field);
  return (check && plainOf(check, field, typed)) ?? typed;
}

/** A text as people read it, "DE89 3704 …"; as typed when the field has no check, or the text is wrong. */
export function shownText(field: FieldComponent, value: string): string {
  const check = textCheckOf(field);
  if (check === undefined) return value;
  const plain = plainOf(check, field, value);
  return plain === undefined ? value : (spellings[check].shown?.(plain) ?? plain);
}

/** The rule of its named check that a text breaks; undefined if it is right. */
export function brokenTextCheck(
  field: FieldComponent,
  value: string,
): Exclude<TextCheck, 'inArea'> | undefined {
  const check = textCheckOf(field);
  if (check === undefined) return undefined;
  if (plainOf(check, field, value) !== undefined) return undefined;
  return check === 'inArea' ? 'postcode' : check;
}
