import { describe, expect, it } from 'vitest';
import { skProfile } from './sk-profile.ts';

const read = (claims: object) => skProfile.read({ sub: 'person-1', ...claims });

describe('claims of the service account', () => {
  it('are the person’s data, letter for letter', () => {
    const { name, userData } = read({
      title: 'Dr.',
      given_name: 'Frauke',
      middle_name: 'Inken',
      family_name: ' Carstens ',
      birth_family_name: 'Mu\u0308ller',
      also_known_as: 'Fee',
      gender: 'female',
      birthdate: '1978-03-14',
      place_of_birth: { locality: 'Husum' },
      email: 'frauke@example.org',
      phone_number: '+49 431 1',
      address: {
        street_address: 'Hafenstr. 1\r\n Hinterhaus',
        postal_code: '24103',
        locality: 'Kiel',
        region: 'Schleswig-Holstein',
        country: 'DEU',
      },
    });
    expect(name).toBe('Frauke Inken Carstens');
    expect(userData).toEqual({
      honorificPrefix: 'Dr.',
      givenName: 'Frauke',
      middleName: 'Inken',
      familyName: 'Carstens',
      birthName: 'Müller',
      artisticName: 'Fee',
      gender: 'female',
      salutation: 'ms',
      birthdate: '1978-03-14',
      placeOfBirth: 'Husum',
      email: 'frauke@example.org',
      phoneNumber: '+49 431 1',
      streetAddress: 'Hafenstr. 1, Hinterhaus',
      postalCode: '24103',
      locality: 'Kiel',
      region: 'Schleswig-Holstein',
      country: 'DE',
    });
  });

  it.each([
    [{ gender: 'male' }, { gender: 'male', salutation: 'mr' }],
    [{ gender: 'other' }, { gender: 'diverse' }],
    [{ gender: 'diverse' }, { gender: 'diverse' }],
    [
      { gender: 'female', salutation: 'Herr' },
      { gender: 'female', salutation: 'mr' },
    ],
    [{ salutation: 'Mr' }, { salutation: 'mr' }],
    [{ salutation: 'Frau' }, { salutation: 'ms' }],
    [{ salutation: 'Ms' }, { salutation: 'ms' }],
    [{ gender: 'constructor', salutation: 'toString' }, {}],
    [{ place_of_birth: 'Husum' }, { placeOfBirth: 'Husum' }],
    [{ birthdate: '1978' }, {}],
  ])('%j become %j', (claims, userData) => {
    expect(read(claims).userData).toEqual(userData);
  });

  it.each([null, 'Kiel', 7, []])('that say %j where there should be parts leave those out', (address) => {
    expect(read({ given_name: 'Frauke', address, place_of_birth: null, nationalities: null })).toMatchObject({
      userData: { givenName: 'Frauke' },
      providerData: { given_name: 'Frauke' },
    });
  });

  it('that are lists or have parts become words', () => {
    expect(
      read({
        nationalities: ['DE', '', 'DK'],
        address: { postal_code: '24103', locality: 'Kiel', country: 'DE' },
      }).providerData,
    ).toEqual({ nationalities: 'DE DK', address: '24103 Kiel, DE' });
    expect(read({ nationalities: 'DE' }).providerData).toEqual({ nationalities: 'DE' });
  });
});

it('of the claims, those are asked for that the account knows, each with its scope once', () => {
  expect(skProfile.ask(['given_name', 'family_name', 'email', 'title', 'toString', 'unknown'])).toEqual({
    scope: ['profile', 'email'],
    claims: ['given_name', 'family_name', 'email', 'title'],
  });
});
