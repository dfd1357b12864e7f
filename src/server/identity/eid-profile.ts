import { readAttributes } from './eid-attributes.ts';
import { EID_SCOPES } from './eid-scopes.ts';
import { EID_SOURCES, toUserData } from './eid-user-data.ts';
import { AnswerDisbelieved } from './oidc-faults.ts';
import type { OidcProfile } from './oidc-profile.ts';

/**
 * The online ID card by its eID service, which names its scopes and claims after the fields of the card (BSI
 * TR-03130). The subject is the card's pseudonym for this portal: it needs no name, and no other service knows it.
 */
export const eidProfile: OidcProfile = {
  id: 'eid',
  scopes: EID_SCOPES,
  neededScopes: ['FamilyNames', 'GivenNames', 'RestrictedID'],
  sources: EID_SOURCES,
  lowestLevel: 'high',
  hasOneLevel: true,
  // Each login reads the card anew.
  keepsSession: false,
  ask: (scopes) => ({ scope: scopes, claims: [] }),

  read(claims) {
    const attributes = readAttributes(claims);
    const { RestrictedID, GivenNames, FamilyNames } = attributes.texts;
    if (!RestrictedID) throw new AnswerDisbelieved('the claims have no RestrictedID');
    return {
      subject: RestrictedID,
      name: [GivenNames, FamilyNames].filter(Boolean).join(' '),
      providerData: attributes.texts,
      userData: toUserData(attributes),
    };
  },
};
