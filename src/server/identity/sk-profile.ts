import { AnswerDisbelieved } from './oidc-faults.ts';
import type { OidcProfile } from './oidc-profile.ts';
import { readSkClaims } from './sk-claims.ts';
import { SK_CLAIMS, type SkClaim } from './sk-scopes.ts';
import { SK_SOURCES, toUserData } from './sk-user-data.ts';

const NAMES = Object.keys(SK_CLAIMS) as SkClaim[];
const isClaim = (name: string): name is SkClaim => Object.hasOwn(SK_CLAIMS, name);

/** The service account of a state: OpenID Connect with the claims of its standards, at the level of the login. */
export const skProfile: OidcProfile = {
  id: 'sk',
  scopes: NAMES,
  neededScopes: ['given_name', 'family_name'],
  sources: SK_SOURCES,
  lowestLevel: 'low',
  hasOneLevel: false,
  keepsSession: true,
  ask(names) {
    const claims = names.filter(isClaim);
    const scope = new Set(claims.flatMap((name) => SK_CLAIMS[name] ?? []));
    return { scope: [...scope], claims };
  },

  read(claims) {
    const { texts, address } = readSkClaims(claims, NAMES);
    const { sub } = claims;
    if (typeof sub !== 'string' || sub === '') throw new AnswerDisbelieved('the claims have no sub');
    return {
      subject: sub,
      name: [texts.given_name, texts.middle_name, texts.family_name].filter(Boolean).join(' '),
      providerData: texts,
      userData: toUserData(texts, address),
    };
  },
};
