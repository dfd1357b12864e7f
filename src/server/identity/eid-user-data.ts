import type { UserData } from '#domain/user-data.ts';
import type { UserDataSources } from '#server/ports/identity.ts';
import { countryCode } from './countries.ts';
import type { CardAttributes } from './eid-attributes.ts';
import { toIsoDate } from './iso-date.ts';
import { codeFor, filled, NO_COMPANY } from './user-data.ts';

/** Fields of the card that each user data field is made of. */
export const EID_SOURCES: UserDataSources = {
  ...NO_COMPANY,
  honorificPrefix: ['AcademicTitle'],
  givenName: ['GivenNames'],
  middleName: [],
  familyName: ['FamilyNames'],
  birthName: ['BirthName'],
  artisticName: ['ArtisticName'],
  gender: ['Sex'],
  salutation: ['Sex'],
  birthdate: ['DateOfBirth'],
  placeOfBirth: ['PlaceOfBirth'],
  streetAddress: ['PlaceOfResidence'],
  postalCode: ['PlaceOfResidence'],
  locality: ['PlaceOfResidence'],
  region: ['PlaceOfResidence'],
  country: ['PlaceOfResidence'],
  email: [],
  phoneNumber: [],
};

const GENDERS: Record<string, string> = { M: 'male', F: 'female' };
/** A card has no form of address. The portal proposes one by the sex on the card, and the person can change it. */
const SALUTATIONS: Record<string, string> = { M: 'mr', F: 'ms' };

/**
 * Returns user data fields of spec section 3 from an identity card, to prefill forms, in the notation of the
 * citizens' account. Missing and incomplete values are left out.
 */
export function toUserData({ texts, residence, birth }: CardAttributes): UserData {
  return filled({
    honorificPrefix: texts.AcademicTitle,
    givenName: texts.GivenNames,
    familyName: texts.FamilyNames,
    birthName: texts.BirthName,
    artisticName: texts.ArtisticName,
    gender: codeFor(GENDERS, texts.Sex),
    salutation: codeFor(SALUTATIONS, texts.Sex),
    birthdate: toIsoDate(texts.DateOfBirth),
    placeOfBirth: birth.City || birth.free,
    streetAddress: residence.Street,
    postalCode: residence.ZipCode,
    locality: residence.City,
    region: residence.State,
    country: countryCode(residence.Country),
  });
}
