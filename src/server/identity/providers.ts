import type { IdentityProvider } from '#contract/auth.ts';
import { NKB_SCOPES } from './nkb-attributes.ts';

/**
 * The identity providers of this installation in the order of the start screen (spec section 3). Screens and
 * routes know providers by this list alone; a further one is an entry here and an adapter beside `nkb.ts`.
 */
export function listProviders(nkb: { entryPoint: string }): IdentityProvider[] {
  return [
    {
      id: 'anon',
      type: 'pseudo',
      serviceUrl: '',
      transient: true,
      variableTrustLevel: false,
      defaultScopes: [],
      authRequestDestination: '',
    },
    {
      id: 'nkb',
      type: 'saml2',
      serviceUrl: new URL(nkb.entryPoint).origin,
      transient: false,
      variableTrustLevel: true,
      defaultScopes: [...NKB_SCOPES],
      authRequestDestination: nkb.entryPoint,
    },
  ];
}
