import { describe, expect, it } from 'vitest';
import { NKB_OIDS } from './nkb-attributes.ts';
import { toUserData } from './nkb-user-data.ts';
import { readAttributes } from './saml-attributes.ts';
import { requestedOf } from './saml-profile.ts';

describe('user data from the account’s attributes', () => {
  it.each([
    ['1978-03-14', '1978-03-14'],
    ['14.03.1978', '1978-03-14'],
    ['1978-00-00', undefined],
    ['1978-02-30', undefined],
    ['1978', undefined],
    ['', undefined],
  ])('birthdate %s becomes %s', (birthdate, expected) => {
    expect(toUserData({ birthdate }).birthdate).toBe(expected);
  });

  it.each([
    ['1', 'male', 'mr'],
    ['2', 'female', 'ms'],
    ['3', 'diverse', undefined],
    ['0', undefined, undefined],
    ['9', undefined, undefined],
  ])('gender %s becomes %s, with %s as a proposal', (code, gender, salutation) => {
    expect(toUserData({ gender: code })).toEqual(
      Object.fromEntries(Object.entries({ gender, salutation }).filter(([, value]) => value)),
    );
  });

  it('leaves out what the account does not say', () => {
    expect(toUserData({ surname: 'Nguyễn' })).toEqual({ familyName: 'Nguyễn' });
  });
});

describe('attributes of an assertion', () => {
  const profile = { names: NKB_OIDS, required: ['bPK2'], always: ['givenName'] };
  it('are composed letters without blanks around them; empty and strange ones are left out', () => {
    expect(
      readAttributes(
        {
          [NKB_OIDS.surname]: ' Mu\u0308ller ',
          [NKB_OIDS.givenName]: ['Anna', 'Lena'],
          [NKB_OIDS.mail]: '',
          [NKB_OIDS.country]: { nested: true },
          'urn:oid:9.9.9': 'unknown',
        },
        requestedOf(profile, null),
      ),
    ).toEqual({ surname: 'Müller', givenName: 'Anna Lena' });
  });

  it('are those that were asked for, whatever else the account hands over', () => {
    const all = Object.fromEntries(Object.entries(NKB_OIDS).map(([scope, name]) => [name, scope]));
    const asked = readAttributes(all, requestedOf(profile, ['birthdate', 'madeUp']));
    expect(asked).toEqual({ bPK2: 'bPK2', birthdate: 'birthdate', givenName: 'givenName' });
  });
});
