import { describe, expect, it } from 'vitest';
import { sameMeaning } from './same-meaning.ts';

const same: [field: string, one: string, other: string][] = [
  ['familyName', ' Lindemann ', 'Lindemann'],
  ['familyName', 'von  der\u00a0Heide', 'von der Heide'],
  ['familyName', 'Mu\u0308ller', 'M\u00fcller'],
  ['givenName', 'Nguye\u0302\u0303n', 'Nguyễn'],
  ['email', 'Petra@Example.org', 'petra@example.org'],
  ['locality', 'KIEL', 'Kiel'],
  ['streetAddress', 'Holtenauer Str. 112', 'Holtenauer Straße 112'],
  ['streetAddress', 'holtenauer strasse 112', 'Holtenauer Straße 112'],
  ['streetAddress', 'Norderstr.8', 'Norderstraße 8'],
  ['streetAddress', 'Norderstraße 8 a', 'Norderstraße 8a'],
  ['postalCode', '241 05', '24105'],
  ['phoneNumber', '0431 / 23125-01', '+49 431 2312501'],
  ['phoneNumber', '+49 (0) 431 2312501', '0431 2312501'],
  ['phoneNumber', '0049 431 2312501', '+494312312501'],
  ['birthdate', '14.03.1978', '1978-03-14'],
  ['birthdate', '14. 3. 1978', '03/14/1978'],
  ['birthdate', '1978-03-14', '03/14/1978'],
];
const different: typeof same = [
  ['familyName', 'Weiß', 'Weiss'],
  ['familyName', 'Müller', 'Mueller'],
  ['familyName', 'LINDEMANN', 'Lindemann'],
  ['familyName', 'Lindemann-Voß', 'Lindemann'],
  ['givenName', 'José', 'Jose'],
  ['streetAddress', 'Holtenauer Straße 112', 'Holtenauer Straße 12'],
  ['streetAddress', 'Strandweg 3', 'Strasse 3'],
  ['streetAddress', 'Am Strom 1', 'Am Straßeom 1'],
  ['postalCode', '24105', '24106'],
  ['phoneNumber', '0431 2312501', '0431 2312502'],
  ['phoneNumber', '+45 431 2312501', '0431 2312501'],
  ['birthdate', '03.04.1978', '04/03/1978X'],
  ['birthdate', '04.03.1978', '1978-04-03'],
  ['email', 'petra@example.org', 'petra@example.com'],
];

describe('the account and the person mean', () => {
  it.each(same)('the same %s: %s and %s', (field, one, other) => {
    expect(sameMeaning(field, one, other)).toBe(true);
    expect(sameMeaning(field, other, one)).toBe(true);
  });
  it.each(different)('another %s: %s and %s', (field, one, other) => {
    expect(sameMeaning(field, one, other)).toBe(false);
  });
});
