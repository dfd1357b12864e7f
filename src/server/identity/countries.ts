/** States whose three letters (ISO 3166-1 alpha-3) a card or an account names, by the two letters of forms. */
const BY_THREE: Record<string, string> = {
  AUT: 'AT',
  BEL: 'BE',
  BGR: 'BG',
  CHE: 'CH',
  CYP: 'CY',
  CZE: 'CZ',
  DEU: 'DE',
  DNK: 'DK',
  ESP: 'ES',
  EST: 'EE',
  FIN: 'FI',
  FRA: 'FR',
  GBR: 'GB',
  GRC: 'GR',
  HRV: 'HR',
  HUN: 'HU',
  IRL: 'IE',
  ISL: 'IS',
  ITA: 'IT',
  LIE: 'LI',
  LTU: 'LT',
  LUX: 'LU',
  LVA: 'LV',
  MLT: 'MT',
  NLD: 'NL',
  NOR: 'NO',
  POL: 'PL',
  PRT: 'PT',
  ROU: 'RO',
  SVK: 'SK',
  SVN: 'SI',
  SWE: 'SE',
  TUR: 'TR',
  UKR: 'UA',
};

/** The two letters of a state (ISO 3166-1 alpha-2); cards of ours say D for Germany. Undefined for any other text. */
export function countryCode(text: string | undefined): string | undefined {
  const code = (text ?? '').toUpperCase();
  if (code === 'D') return 'DE';
  return /^[A-Z]{2}$/.test(code) ? code : BY_THREE[code];
}
