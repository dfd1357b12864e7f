/**
 * The AKDB profile of SAML 2.0 as the citizens' account uses it. Deliberately written down a second time: if the portal
 * shared the table, an error in it would never show.
 */
export const OIDS = {
  givenName: 'urn:oid:2.5.4.42',
  surname: 'urn:oid:2.5.4.4',
  mail: 'urn:oid:0.9.2342.19200300.100.1.3',
  postalAddress: 'urn:oid:2.5.4.16',
  postalCode: 'urn:oid:2.5.4.17',
  localityName: 'urn:oid:2.5.4.7',
  country: 'urn:oid:1.2.40.0.10.2.1.1.225599',
  personalTitle: 'urn:oid:0.9.2342.19200300.100.1.40',
  gender: 'urn:oid:1.3.6.1.4.1.33592.1.3.5',
  birthdate: 'urn:oid:1.2.40.0.10.2.1.1.55',
  placeOfBirth: 'urn:oid:1.3.6.1.5.5.7.9.2',
  birthName: 'urn:oid:1.2.40.0.10.2.1.1.225566',
  nationality: 'urn:oid:1.2.40.0.10.2.1.1.225577',
  telephoneNumber: 'urn:oid:2.5.4.20',
  bPK2: 'urn:oid:1.3.6.1.4.1.25484.494450.3',
  legacyPostkorbHandle: 'urn:oid:2.5.4.18',
} as const;
export type AttributeName = keyof typeof OIDS;

/** Attributes that every assertion carries. */
export const PROVED_BY = 'urn:oid:1.3.6.1.4.1.25484.494450.2';
export const PROFILE_VERSION = 'urn:oid:1.3.6.1.4.1.25484.494450.1';
export const QAA_LEVEL = 'urn:oid:1.2.40.0.10.2.1.1.261.94';

export const NAMESPACES = {
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  akdb: 'https://www.akdb.de/request/2018/09',
  dsig: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/** The value of a login method: STORK level, and the word for it in each attribute. */
export const METHODS = {
  Benutzername: { level: 1, trust: 'UNTERGEORDNET', de: 'niedrig', en: 'low' },
  Elster: { level: 3, trust: 'SUBSTANTIELL', de: 'substanziell', en: 'substantial' },
  eID: { level: 4, trust: 'HOCH', de: 'hoch', en: 'high' },
} as const;

const STORK = 'STORK-QAA-Level-';

/** The AuthnContextClassRef of a STORK level. */
export function classRef(level: number): string {
  return `${STORK}${level}`;
}

/** The STORK level of a class; null if the account does not know it. */
export function levelOf(ref: string): number | null {
  const level = Number(ref.replace(STORK, ''));
  return ref.startsWith(STORK) && [1, 2, 3, 4].includes(level) ? level : null;
}
