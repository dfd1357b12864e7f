/** Attributes of a person that an account can have (spec section 3). */
export const personFields = [
  'honorificPrefix',
  'givenName',
  'middleName',
  'familyName',
  'birthName',
  'artisticName',
  'gender',
  'email',
  'phoneNumber',
  'streetAddress',
  'locality',
  'region',
  'postalCode',
  'country',
  'salutation',
  'placeOfBirth',
  'birthdate',
] as const;

/**
 * Attributes of a company that a business account can have. `legalForm` is a code for choices (`other` for every form
 * without a code), `legalFormName` the words of the account. `companyRegistered` is `yes` if the account names a
 * register entry. `companySeat` is an address in any state, on one line; the fields before it are a German one.
 */
export const companyFields = [
  'companyName',
  'legalForm',
  'legalFormName',
  'companyRegistered',
  'registryCourt',
  'registryType',
  'registryNumber',
  'vatId',
  'occupation',
  'companyFoundingDate',
  'companyStreetAddress',
  'companyAddressSupplement',
  'companyPostalCode',
  'companyLocality',
  'companyDistrict',
  'companySeat',
] as const;

export type CompanyField = (typeof companyFields)[number];

/** The fields of an account that can prefill a form. */
export const userDataFields = [...personFields, ...companyFields] as const;
export type UserDataField = (typeof userDataFields)[number];
export type UserData = Partial<Record<UserDataField, string>>;
