/**
 * The profiles of the providers of OpenID Connect. Deliberately written down a second time: if the portal shared
 * the tables, an error in them would never show.
 */
export type Kind = 'eid' | 'sk' | 'operators';

export const LEVELS = {
  low: { rank: 1, acr: 'http://eidas.europa.eu/LoA/low', de: 'niedrig', en: 'low' },
  substantial: {
    rank: 2,
    acr: 'http://eidas.europa.eu/LoA/substantial',
    de: 'substanziell',
    en: 'substantial',
  },
  high: { rank: 3, acr: 'http://eidas.europa.eu/LoA/high', de: 'hoch', en: 'high' },
} as const;
export type Level = keyof typeof LEVELS;
export const levels = Object.keys(LEVELS) as Level[];

/** The lowest level among `acr_values`. */
export const lowestOf = (acrValues: string): Level =>
  levels.find((level) => acrValues.split(' ').includes(LEVELS[level].acr)) ?? 'low';

/** The eID service names a scope and a claim after each field of the card. */
const FIELDS = [
  'AcademicTitle',
  'ArtisticName',
  'BirthName',
  'DateOfBirth',
  'DateOfExpiry',
  'DocumentType',
  'FamilyNames',
  'GivenNames',
  'IssuingState',
  'Nationality',
  'PlaceOfBirth',
  'PlaceOfResidence',
  'ResidencePermitI',
  'RestrictedID',
  'Sex',
];

type Profile = {
  role: string;
  /** Claims by scope; null for a claim that is requested by name. */
  claims: Record<string, string[] | null>;
  /** True if the claims are in the ID token; otherwise they are fetched with the access token. */
  inToken: boolean;
  algorithm: 'ES256' | 'PS256';
};

export const PROFILES: Record<Kind, Profile> = {
  eid: {
    role: 'Online-Ausweis: eID-Service (OpenID Connect) / Online ID card',
    claims: Object.fromEntries(FIELDS.map((name) => [name, [name]])),
    inToken: true,
    algorithm: 'ES256',
  },
  sk: {
    role: 'Servicekonto (OpenID Connect) / Service account',
    claims: {
      profile: ['given_name', 'middle_name', 'family_name', 'gender', 'birthdate'],
      email: ['email'],
      phone: ['phone_number'],
      address: ['address'],
      title: null,
      salutation: null,
      birth_family_name: null,
      also_known_as: null,
      place_of_birth: null,
      nationalities: null,
    },
    inToken: false,
    algorithm: 'PS256',
  },
  operators: {
    role: 'Konten der Verwaltung (OpenID Connect) / Staff accounts',
    claims: { profile: ['name', 'preferred_username', 'roles'] },
    inToken: true,
    algorithm: 'ES256',
  },
};

/** False ID tokens: for another portal, and of an hour ago. */
export const tokenFaults = ['audience', 'age'] as const;
export type TokenFault = (typeof tokenFaults)[number];
