/** Fields of an identity card that the eID service can show (spec section 3); `openid` is always requested. */
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
