import type { UserData, UserDataField } from '#domain/user-data.ts';
import { countryCode } from './countries.ts';
import { toIsoDate } from './iso-date.ts';
import type { NkbAttribute } from './nkb-attributes.ts';
import { codeFor, filled, NO_COMPANY } from './user-data.ts';

/**
 * Attributes that each field is made of. The account has one attribute for all given names, and none for an artistic
 * name or the region, so `middleName`, `artisticName` and `region` stay empty.
 */
export const NKB_SOURCES = {
  ...NO_COMPANY,
  honorificPrefix: ['personalTitle'],
  givenName: ['givenName'],
  middleName: [],
  familyName: ['surname'],
  birthName: ['birthName'],
  artisticName: [],
  gender: ['gender'],
  salutation: ['gender'],
  email: ['mail'],
  phoneNumber: ['telephoneNumber'],
  streetAddress: ['postalAddress'],
  postalCode: ['postalCode'],
  locality: ['localityName'],
  region: [],
  country: ['country'],
  placeOfBirth: ['placeOfBirth'],
  birthdate: ['birthdate'],
} as const satisfies Record<UserDataField, readonly NkbAttribute[]>;

/** ISO/IEC 5218, which the account uses; 3 is its own code for "divers". */
const GENDERS: Record<string, string> = { '1': 'male', '2': 'female', '3': 'diverse' };
/** The account has no form of address. The portal proposes one by the gender, and the person can change it. */
const SALUTATIONS: Record<string, string> = { '1': 'mr', '2': 'ms' };

/**
 * Returns user data fields of spec section 3 from the account's attributes, to prefill forms. Dates are yyyy-mm-dd,
 * countries ISO 3166-1 alpha-2 where the account has them so, gender is male, female or diverse, salutation mr or ms.
 * Values that are missing, or in an unknown form, are left out.
 */
export function toUserData(attributes: Partial<Record<NkbAttribute, string>>): UserData {
  return filled({
    honorificPrefix: attributes.personalTitle,
    givenName: attributes.givenName,
    familyName: attributes.surname,
    birthName: attributes.birthName,
    gender: codeFor(GENDERS, attributes.gender),
    salutation: codeFor(SALUTATIONS, attributes.gender),
    email: attributes.mail,
    phoneNumber: attributes.telephoneNumber,
    streetAddress: attributes.postalAddress,
    postalCode: attributes.postalCode,
    locality: attributes.localityName,
    country: countryCode(attributes.country),
    placeOfBirth: attributes.placeOfBirth,
    birthdate: toIsoDate(attributes.birthdate),
  });
}
