import type { LoginProviderId } from '#domain/login.ts';
import { lowerLevel } from '#domain/trust-level.ts';
import type { LoginProvider, RequestStore } from '#server/ports/identity.ts';
import { type ElsterNames, elsterNames } from './elster-attributes.ts';
import { ELSTER_SOURCES, toUserData } from './elster-user-data.ts';
import type { RequestedAttribute } from './saml-attributes.ts';
import type { SamlProfile } from './saml-profile.ts';
import { createSamlProvider, type SamlConfig } from './saml-provider.ts';
import type { AnswerReader } from './saml-thread.ts';
import { EIDAS_CLASSES, levelOfClass } from './trust-levels.ts';

export type ElsterConfig = SamlConfig & { attributeNames: ElsterNames };

/**
 * The business account (spec section 3, "Mein Unternehmenskonto"): encrypted assertions only, about a company and the
 * person who acts for it.
 * @throws Error for a key that cannot be used
 */
export const createElsterProvider = (
  config: ElsterConfig,
  requests: RequestStore,
  reader?: AnswerReader,
): LoginProvider => createSamlProvider(profileOf(config), config, requests, reader);

const profileOf = ({ attributeNames }: ElsterConfig): SamlProfile => ({
  id: 'elster' satisfies LoginProviderId,
  variableTrustLevel: false,
  names: elsterNames(attributeNames),
  required: ['id', 'trustLevel'],
  // Documents and the delivered package name the company and the person who acts.
  always: ['companyName', 'familyName', 'givenName'],
  sources: ELSTER_SOURCES,
  isEncryptionRequired: true,
  classOf: (level) => EIDAS_CLASSES[level],
  extensions: (_level, requested) => requestedAttributes(requested),
  identityOf(attributes, levelOfLogin) {
    const { id, givenName, familyName, companyName, trustLevel = '' } = attributes;
    if (!id) throw new Error('the assertion has no id');
    const levelOfAccount = levelOfClass(trustLevel);
    if (!levelOfAccount) throw new Error(`unknown trustLevel ${trustLevel}`);
    const name = [givenName, familyName].filter(Boolean).join(' ');
    if (!name) throw new Error('the assertion names nobody who acts');
    return {
      providerId: 'elster',
      // Everybody who acts for an account shares its applications, because they are the company's.
      subject: id,
      name,
      ...(companyName && { company: companyName }),
      trustLevel: lowerLevel(levelOfLogin, levelOfAccount),
      userData: toUserData(attributes),
      // Messages are not sent to the account's postbox (ports/delivery.ts).
      postboxHandle: null,
    };
  },
});

/** SAML 2.0 protocol extension for requesting attributes per request (OASIS). */
const requestedAttributes = (requested: readonly RequestedAttribute[]) => ({
  'req-attr:RequestedAttributes': {
    '@xmlns:req-attr': 'urn:oasis:names:tc:SAML:protocol:ext:req-attr',
    'md:RequestedAttribute': requested.map(({ scope, name, isRequired }) => ({
      '@xmlns:md': 'urn:oasis:names:tc:SAML:2.0:metadata',
      '@Name': name,
      '@FriendlyName': scope,
      '@isRequired': String(isRequired),
    })),
  },
});
