import type { TrustLevel } from '#domain/trust-level.ts';
import type { RequestedAttribute } from './saml-attributes.ts';

/** The login methods that reach each level, under their names in the AKDB profile. */
const METHODS: Record<TrustLevel, readonly string[]> = {
  low: ['eID', 'eIDAS', 'FINK', 'Elster', 'Benutzername'],
  substantial: ['eID', 'eIDAS', 'FINK', 'Elster'],
  high: ['eID', 'eIDAS', 'FINK'],
};

/**
 * The content of samlp:Extensions, in which the AKDB profile carries login methods, attributes and the name shown on
 * the account's page; in the notation of xmlbuilder.
 */
export function nkbExtensions(
  trustLevel: TrustLevel,
  requested: readonly RequestedAttribute[],
  shown: { organizationName: string; onlineServiceId: string },
): Record<string, unknown> {
  return {
    'akdb:AuthenticationRequest': {
      '@xmlns:akdb': 'https://www.akdb.de/request/2018/09',
      '@Version': '2',
      'akdb:AuthnMethods': Object.fromEntries(
        METHODS[trustLevel].map((method) => [`akdb:${method}`, { 'akdb:Enabled': 'true' }]),
      ),
      'akdb:RequestedAttributes': {
        'akdb:RequestedAttribute': requested.map(({ name, isRequired }) => ({
          '@Name': name,
          '@RequiredAttribute': String(isRequired),
        })),
      },
      'akdb:DisplayInformation': {
        'classic-ui:Version': {
          '@xmlns:classic-ui': 'https://www.akdb.de/request/2018/09/classic-ui/v1',
          'classic-ui:OrganizationDisplayName': shown.organizationName,
          'classic-ui:OnlineServiceId': shown.onlineServiceId,
        },
      },
    },
  };
}
