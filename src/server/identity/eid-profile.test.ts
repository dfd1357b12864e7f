import { expect, it } from 'vitest';
import { eidProfile } from './eid-profile.ts';

const read = (claims: object) => eidProfile.read({ RestrictedID: 'card-1', ...claims });

it('the fields of a card are the person’s data', () => {
  const person = read({
    AcademicTitle: 'Dr.',
    GivenNames: 'Frauke Inken',
    FamilyNames: 'Carstens',
    BirthName: 'Mu\u0308ller',
    ArtisticName: 'Fee',
    Sex: 'F',
    DateOfBirth: { DateString: '19780314' },
    PlaceOfBirth: { StructuredPlace: { City: 'Husum' } },
    PlaceOfResidence: {
      StructuredPlace: { Street: 'Hafenstr. 1', ZipCode: '24103', City: 'Kiel', State: 'SH', Country: 'D' },
    },
  });
  expect(person).toMatchObject({
    subject: 'card-1',
    name: 'Frauke Inken Carstens',
    providerData: { PlaceOfResidence: 'Hafenstr. 1, 24103 Kiel, SH, D', PlaceOfBirth: 'Husum' },
  });
  expect(person.userData).toEqual({
    honorificPrefix: 'Dr.',
    givenName: 'Frauke Inken',
    familyName: 'Carstens',
    birthName: 'Müller',
    artisticName: 'Fee',
    gender: 'female',
    salutation: 'ms',
    birthdate: '1978-03-14',
    placeOfBirth: 'Husum',
    streetAddress: 'Hafenstr. 1',
    postalCode: '24103',
    locality: 'Kiel',
    region: 'SH',
    country: 'DE',
  });
});

it.each([
  [{ Sex: 'M' }, { gender: 'male', salutation: 'mr' }],
  [{ Sex: 'X' }, {}],
  [{ Sex: 'toString' }, {}],
  [{ DateOfBirth: '1978-03-14' }, { birthdate: '1978-03-14' }],
  [{ DateOfBirth: { DateString: '1978' } }, {}],
  [{ DateOfBirth: null }, {}],
  [{ PlaceOfBirth: 'Husum' }, { placeOfBirth: 'Husum' }],
  [{ PlaceOfBirth: { FreetextPlace: 'auf See' } }, { placeOfBirth: 'auf See' }],
  [{ PlaceOfBirth: { City: 'Husum', Street: 7 } }, { placeOfBirth: 'Husum' }],
  [{ PlaceOfBirth: null, PlaceOfResidence: 7 }, {}],
  [
    { PlaceOfResidence: { StructuredPlace: { Street: 'Am Markt 2', City: 'Kiel', Country: 'D' } } },
    { streetAddress: 'Am Markt 2', locality: 'Kiel', country: 'DE' },
  ],
  [{ PlaceOfResidence: { NoPlaceInfo: 'keine Wohnung in Deutschland' } }, {}],
  [{ PlaceOfResidence: 'keine Wohnung in Deutschland' }, {}],
])('%j becomes %j', (claims, userData) => {
  expect(read(claims).userData).toEqual(userData);
});

it('a place in free words is passed on in these words', () => {
  const place = 'keine Wohnung in Deutschland';
  expect(read({ PlaceOfResidence: place }).providerData.PlaceOfResidence).toBe(place);
});
