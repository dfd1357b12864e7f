import type { ElsterScope } from '#domain/elster-scopes.ts';
import type { UserData, UserDataField } from '#domain/user-data.ts';
import { countryCode } from './countries.ts';
import { toIsoDate } from './iso-date.ts';
import { codeFor, filled } from './user-data.ts';

const STREET = ['streetAddress', 'streetNumber', 'personType'] as const;

/**
 * Attributes that each field is made of. `personType` decides whose address it is. The account has no form of
 * address, no email address, no phone number, and of a person no name at birth, artistic name or region.
 */
export const ELSTER_SOURCES = {
  honorificPrefix: [],
  givenName: ['givenName'],
  middleName: [],
  familyName: ['familyName'],
  birthName: [],
  artisticName: [],
  gender: [],
  salutation: [],
  email: [],
  phoneNumber: [],
  birthdate: ['birthdate'],
  placeOfBirth: [],
  region: [],
  streetAddress: STREET,
  postalCode: ['postalCode', 'personType'],
  locality: ['locality', 'personType'],
  country: ['country', 'personType'],
  companyName: ['companyName'],
  legalForm: ['legalForm'],
  legalFormName: ['legalForm'],
  companyRegistered: ['registryNumber'],
  registryCourt: ['registryCourt'],
  registryType: ['registryType'],
  registryNumber: ['registryNumber'],
  vatId: ['vatId'],
  occupation: ['occupation'],
  companyFoundingDate: ['companyFoundingDate'],
  companyStreetAddress: [...STREET, 'country'],
  companyAddressSupplement: ['addressSupplement', 'personType', 'country'],
  companyPostalCode: ['postalCode', 'personType', 'country'],
  companyLocality: ['locality', 'personType', 'country'],
  companyDistrict: ['district', 'personType', 'country'],
  companySeat: [...STREET, 'addressSupplement', 'postalCode', 'locality', 'country'],
} as const satisfies Record<UserDataField, readonly ElsterScope[]>;

/** German legal forms by their letters, in the ways that they are written. */
const LEGAL_FORMS: Readonly<Record<string, string>> = {
  einzelunternehmen: 'single',
  ek: 'single',
  ekfr: 'single',
  ekfm: 'single',
  gbr: 'gbr',
  egbr: 'gbr',
  gesellschaftbürgerlichenrechts: 'gbr',
  ohg: 'ohg',
  offenehandelsgesellschaft: 'ohg',
  kg: 'kg',
  kommanditgesellschaft: 'kg',
  gmbh: 'gmbh',
  gesellschaftmitbeschränkterhaftung: 'gmbh',
  ug: 'ug',
  ughaftungsbeschränkt: 'ug',
  unternehmergesellschafthaftungsbeschränkt: 'ug',
};

/**
 * Returns user data fields from the business account's attributes. The address of a natural person's account is that
 * person's; that of any other account is the company's, never the private address of the person who acts.
 */
export function toUserData(attributes: Partial<Record<ElsterScope, string>>): UserData {
  const { streetAddress, streetNumber, legalForm } = attributes;
  const street = [streetAddress, streetNumber].filter(Boolean).join(' ');
  const country = countryCode(attributes.country);
  return filled({
    givenName: attributes.givenName,
    familyName: attributes.familyName,
    birthdate: toIsoDate(attributes.birthdate),
    companyName: attributes.companyName,
    legalForm: legalForm && legalFormOf(legalForm),
    legalFormName: legalForm,
    companyRegistered: attributes.registryNumber && 'yes',
    registryCourt: attributes.registryCourt,
    registryType: attributes.registryType,
    registryNumber: attributes.registryNumber,
    vatId: attributes.vatId,
    occupation: attributes.occupation,
    companyFoundingDate: toIsoDate(attributes.companyFoundingDate),
    ...(isNaturalPerson(attributes)
      ? {
          streetAddress: street,
          postalCode: attributes.postalCode,
          locality: attributes.locality,
          country,
        }
      : {
          companySeat: seatOf(attributes, street, country),
          // A seat abroad is no place of business here.
          ...((country ?? 'DE') === 'DE' && {
            companyStreetAddress: street,
            companyAddressSupplement: attributes.addressSupplement,
            companyPostalCode: attributes.postalCode,
            companyLocality: attributes.locality,
            companyDistrict: attributes.district,
          }),
        }),
  });
}

function seatOf(attributes: Partial<Record<ElsterScope, string>>, street: string, country?: string): string {
  const { addressSupplement, postalCode, locality } = attributes;
  const town = [postalCode, locality].filter(Boolean).join(' ');
  return [street, addressSupplement, town, country].filter(Boolean).join(', ');
}

/** The account calls natural persons NatPers and all others NNatPers. */
const isNaturalPerson = ({ personType }: { personType?: string }): boolean => personType === 'NatPers';

/** Returns the code of a legal form; `other` for all that are not listed, such as those of other states. */
function legalFormOf(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  return codeFor(LEGAL_FORMS, letters) ?? 'other';
}
