import type { UserData, UserDataField } from '#domain/user-data.ts';
import { countryCode } from './countries.ts';
import { toIsoDate } from './iso-date.ts';
import type { SkAddress, SkTexts } from './sk-claims.ts';
import type { SkClaim } from './sk-scopes.ts';
import { codeFor, filled, NO_COMPANY } from './user-data.ts';

/** The claims that each field is made of. */
export const SK_SOURCES = {
  ...NO_COMPANY,
  honorificPrefix: ['title'],
  givenName: ['given_name'],
  middleName: ['middle_name'],
  familyName: ['family_name'],
  birthName: ['birth_family_name'],
  artisticName: ['also_known_as'],
  gender: ['gender'],
  salutation: ['salutation', 'gender'],
  birthdate: ['birthdate'],
  placeOfBirth: ['place_of_birth'],
  email: ['email'],
  phoneNumber: ['phone_number'],
  streetAddress: ['address'],
  postalCode: ['address'],
  locality: ['address'],
  region: ['address'],
  country: ['address'],
} as const satisfies Record<UserDataField, readonly SkClaim[]>;

const GENDERS: Record<string, string> = {
  male: 'male',
  female: 'female',
  diverse: 'diverse',
  other: 'diverse',
};
/**
 * Words of the account for a form of address, in German or English. Without one the portal proposes it by gender, and
 * the person can change it.
 */
const SALUTATIONS: Record<string, string> = {
  Herr: 'mr',
  Mr: 'mr',
  Frau: 'ms',
  Ms: 'ms',
  male: 'mr',
  female: 'ms',
};

/** Returns user data fields of spec section 3 from the claims of the service account, in the common notation. */
export function toUserData(texts: SkTexts, address: SkAddress): UserData {
  return filled({
    honorificPrefix: texts.title,
    givenName: texts.given_name,
    middleName: texts.middle_name,
    familyName: texts.family_name,
    birthName: texts.birth_family_name,
    artisticName: texts.also_known_as,
    gender: codeFor(GENDERS, texts.gender),
    salutation: codeFor(SALUTATIONS, texts.salutation ?? texts.gender),
    birthdate: toIsoDate(texts.birthdate),
    placeOfBirth: texts.place_of_birth,
    email: texts.email,
    phoneNumber: texts.phone_number,
    streetAddress: address.street_address,
    postalCode: address.postal_code,
    locality: address.locality,
    region: address.region,
    country: countryCode(address.country),
  });
}
