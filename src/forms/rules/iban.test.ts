import { describe, expect, test } from 'vitest';
import { groupedIban, isValidIban, plainIban } from './iban.ts';

describe('an IBAN', () => {
  // Examples of the IBAN Registry and of the Bundesbank.
  test.each([
    'DE89370400440532013000',
    'AT611904300234573201',
    'NL91ABNA0417164300',
    'GB29NWBK60161331926819',
    'MT84MALT011000012345MTLCAST001S',
    'CH9300762011623852957',
    'NO9386011117947',
  ])('%s is one', (iban) => {
    expect(isValidIban(iban)).toBe(true);
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
