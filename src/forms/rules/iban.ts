/** Characters of an IBAN by country, from the IBAN Registry (SWIFT, release 99) of ISO 13616. */
const lengths = new Map(
  [
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28',
    'EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26',
    'IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28',
    'NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25',
    'SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30',
  ]
    .join(' ')
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** Countries of the SEPA payment area (European Payments Council, 2025): money can be debited from accounts there. */
export const sepaCountries: readonly string[] = (
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL ' +
  'PT RO RS SE SI SK SM VA'
).split(' ');

/** An IBAN as it is stored: capitals without spaces or signs between them, however it was typed. */
export const plainIban = (typed: string): string => typed.replace(/[\s.-]/gu, '').toUpperCase();

/** An IBAN as people read it: in groups of four. */
export const groupedIban = (typed: string): string => plainIban(typed).replace(/(.{4})(?=.)/gu, '$1 ');

/**
 * True if the text is an IBAN of one of the countries (two letters each), however it was typed: country, length, and
 * check digits by ISO 7064 MOD 97-10. The account itself may still not exist.
 */
export function isValidIban(typed: string, countries: readonly string[] = sepaCountries): boolean {
  const iban = plainIban(typed);
  const country = iban.slice(0, 2);
  return (
    /^[A-Z]{2}\d\d[A-Z0-9]+$/.test(iban) &&
    countries.includes(country) &&
    iban.length === lengths.get(country) &&
    remainderOf97(iban.slice(4) + iban.slice(0, 4)) === 1
  );
}

/** The remainder by 97, digit by digit, as the number is too large. Letters count as 10 to 35. */
function remainderOf97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
