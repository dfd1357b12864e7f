/** Claims of OpenID Connect and, below, of OpenID Connect for Identity Assurance, each with its scope. */
export const SK_CLAIMS = {
  given_name: 'profile',
  middle_name: 'profile',
  family_name: 'profile',
  gender: 'profile',
  birthdate: 'profile',
  email: 'email',
  phone_number: 'phone',
  address: 'address',
  title: null,
  salutation: null,
  birth_family_name: null,
  also_known_as: null,
  place_of_birth: null,
  nationalities: null,
} as const;
export type SkClaim = keyof typeof SK_CLAIMS;
