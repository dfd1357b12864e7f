import { describe, expect, test } from 'vitest';
import { groupedIban, isValidIban, plainIban, sepaCountries } from './iban.ts';

describe('an IBAN', () => {
  // The examples of the IBAN Registry (SWIFT, ISO 13616) for every country of SEPA.
  const examples = [
    'AD1200012030200359100100',
    'AL47212110090000000235698741',
    'AT611904300234573201',
    'BE68539007547034',
    'BG80BNBG96611020345678',
    'CH9300762011623852957',
    'CY17002001280000001200527600',
    'CZ6508000000192000145399',
    'DE89370400440532013000',
    'DK5000400440116243',
    'EE382200221020145685',
    'ES9121000418450200051332',
    'FI2112345600000785',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'GI75NWBK000000007099453',
    'GR1601101250000000012300695',
    'HR1210010051863000160',
    'HU42117730161111101800000000',
    'IE29AIBK93115212345678',
    'IS140159260076545510730339',
    'IT60X0542811101000000123456',
    'LI21088100002324013AA',
    'LT121000011101001000',
    'LU280019400644750000',
    'LV80BANK0000435195001',
    'MC5811222000010123456789030',
    'MD24AG000225100013104168',
    'ME25505000012345678951',
    'MK07250120000058984',
    'MT84MALT011000012345MTLCAST001S',
    'NL91ABNA0417164300',
    'NO9386011117947',
    'PL61109010140000071219812874',
    'PT50000201231234567890154',
    'RO49AAAA1B31007593840000',
    'RS35260005601001611379',
    'SE4550000000058398257466',
    'SI56263300012039086',
    'SK3112000000198742637541',
    'SM86U0322509800000000270100',
    'VA59001123000012345678',
  ];
  test.each(examples)('%s is one', (iban) => {
    expect(isValidIban(iban)).toBe(true);
    expect(isValidIban(`${iban}0`)).toBe(false);
  });
  test('has an example here of each country', () => {
    expect(examples.map((iban) => iban.slice(0, 2)).sort()).toEqual([...sepaCountries].sort());
  });

  test.each([
    ['with spaces', 'DE89 3704 0044 0532 0130 00'],
    ['in lower case', 'de89 3704 0044 0532 0130 00'],
    ['with other signs and spaces around', ' DE89-3704-0044-0532.0130.00\u00a0'],
  ])('may be written %s', (_, typed) => {
    expect(isValidIban(typed)).toBe(true);
    expect(plainIban(typed)).toBe('DE89370400440532013000');
    expect(groupedIban(typed)).toBe('DE89 3704 0044 0532 0130 00');
  });

  test.each([
    ['with wrong check digits', 'DE12345678901234567890'],
    ['with one digit changed', 'DE89370400440532013001'],
    ['with two digits swapped', 'DE89370400440532013000'.replace('53', '35')],
    ['of a length its country does not have', 'DE8937040044053201300'],
    // Its check digits are right.
    ['of the length of another country', 'AT13370400440532013074'],
    ['of no country', 'ZZ89370400440532013000'],
    ['that is empty', ''],
    ['that is something else', '0431 123456'],
    ['with signs of other kinds', 'DE89370400440532O1300ß'],
  ])('%s is none', (_, typed) => {
    expect(isValidIban(typed)).toBe(false);
  });

  test('is limited to the countries that are allowed, by default those of SEPA', () => {
    expect(isValidIban('AT611904300234573201', ['DE'])).toBe(false);
    expect(isValidIban('AT611904300234573201', ['DE', 'AT'])).toBe(true);
    expect(isValidIban('TR330006100519786457841326')).toBe(false);
    expect(isValidIban('TR330006100519786457841326', ['TR'])).toBe(true);
  });
});
