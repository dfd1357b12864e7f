/**
 * Attributes of the citizens' account in the AKDB profile of SAML 2.0: the nkb scopes of spec section 3 and the object
 * identifiers that represent them in requests and assertions. `trustLevel` has none: it is read from the AuthnContext.
 */
export const NKB_OIDS = {
  bPK2: 'urn:oid:1.3.6.1.4.1.25484.494450.3',
  birthName: 'urn:oid:1.2.40.0.10.2.1.1.225566',
  birthdate: 'urn:oid:1.2.40.0.10.2.1.1.55',
  country: 'urn:oid:1.2.40.0.10.2.1.1.225599',
  gender: 'urn:oid:1.3.6.1.4.1.33592.1.3.5',
  givenName: 'urn:oid:2.5.4.42',
  legacyPostkorbHandle: 'urn:oid:2.5.4.18',
  localityName: 'urn:oid:2.5.4.7',
  mail: 'urn:oid:0.9.2342.19200300.100.1.3',
  nationality: 'urn:oid:1.2.40.0.10.2.1.1.225577',
  personalTitle: 'urn:oid:0.9.2342.19200300.100.1.40',
  placeOfBirth: 'urn:oid:1.3.6.1.5.5.7.9.2',
  postalAddress: 'urn:oid:2.5.4.16',
  postalCode: 'urn:oid:2.5.4.17',
  surname: 'urn:oid:2.5.4.4',
  telephoneNumber: 'urn:oid:2.5.4.20',
} as const;

export type NkbAttribute = keyof typeof NKB_OIDS;
