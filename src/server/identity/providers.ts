import type { IdentityProvider } from '#contract/auth.ts';
import type { LoginProviderId } from '#domain/login.ts';
import type { LoginProvider } from '#server/ports/identity.ts';

/** The session without a login (spec section 3). */
const pseudoProvider: IdentityProvider = {
  id: 'anon',
  type: 'pseudo',
  serviceUrl: '',
  transient: true,
  variableTrustLevel: false,
  defaultScopes: [],
  authRequestDestination: '',
};

/**
 * Lists the identity providers of this installation in the order of the start screen. Screens and routes know
 * providers only through this list. Another provider needs an id in `src/domain/login.ts`, its name in `common.json`
 * of each language, an adapter next to `nkb.ts`, and its entry in `src/server/server.ts`.
 */
export const listProviders = (logins: ReadonlyMap<LoginProviderId, LoginProvider>): IdentityProvider[] => [
  pseudoProvider,
  ...[...logins.values()].map(({ description }) => description),
];
