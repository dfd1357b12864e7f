import type { LoginProviderId } from '#domain/login.ts';
import type { LoginProvider, RequestStore } from '#server/ports/identity.ts';
import { NKB_OIDS } from './nkb-attributes.ts';
import { nkbExtensions } from './nkb-extensions.ts';
import { NKB_SOURCES, toUserData } from './nkb-user-data.ts';
import type { SamlProfile } from './saml-profile.ts';
import { createSamlProvider, type SamlConfig } from './saml-provider.ts';
import type { AnswerReader } from './saml-thread.ts';
import { STORK_CLASSES } from './trust-levels.ts';

export type NkbConfig = SamlConfig & { onlineServiceId: string };

/** The citizens' account (spec section 3) in the AKDB profile (BundID). @throws Error for a key that cannot be used */
export const createNkbProvider = (
  config: NkbConfig,
  requests: RequestStore,
  reader?: AnswerReader,
): LoginProvider => createSamlProvider(profileOf(config), config, requests, reader);

const profileOf = (shown: { organizationName: string; onlineServiceId: string }): SamlProfile => ({
  id: 'nkb' satisfies LoginProviderId,
  variableTrustLevel: true,
  names: NKB_OIDS,
  required: ['bPK2', 'givenName', 'surname'],
  // The portal shows at every step whether it can send to the postbox.
  always: ['legacyPostkorbHandle'],
  sources: NKB_SOURCES,
  isEncryptionRequired: false,
  classOf: (level) => STORK_CLASSES[level],
  extensions: (level, requested) => nkbExtensions(level, requested, shown),
  identityOf(attributes, trustLevel) {
    const { bPK2, givenName, surname, legacyPostkorbHandle } = attributes;
    if (!bPK2) throw new Error('the assertion has no bPK2');
    return {
      providerId: 'nkb',
      subject: bPK2,
      name: [givenName, surname].filter(Boolean).join(' '),
      trustLevel,
      userData: toUserData(attributes),
      postboxHandle: legacyPostkorbHandle ?? null,
    };
  },
});
