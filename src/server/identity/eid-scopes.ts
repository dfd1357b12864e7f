/** What an identity card can show through the eID service (spec section 3); `openid` is asked for always. */
export const EID_SCOPES = [
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
] as const;
export type EidScope = (typeof EID_SCOPES)[number];
