import { type Localised, locales } from '#domain/locale.ts';
import type { LoginProviderId } from '#domain/login.ts';
import type { Fault } from './fault.ts';

/** The variables of a login: the necessary ones, and those of which it has exactly one. */
type Login = { needed: readonly string[]; oneOf?: readonly [string, string] };

/** Every login that can be configured; one without any variable is not offered. */
export const LOGINS = {
  nkb: {
    needed: [
      'NKB_ENTRY_POINT',
      'NKB_IDP_CERTIFICATE',
      'NKB_IDP_ISSUER',
      'NKB_ISSUER',
      'NKB_PRIVATE_KEY',
      'NKB_CERTIFICATE',
      'NKB_ONLINE_SERVICE_ID',
    ],
  },
  elster: {
    needed: [
      'ELSTER_ENTRY_POINT',
      'ELSTER_IDP_CERTIFICATE',
      'ELSTER_IDP_ISSUER',
      'ELSTER_ISSUER',
      'ELSTER_PRIVATE_KEY',
      'ELSTER_CERTIFICATE',
    ],
  },
  eid: { needed: ['EID_ISSUER', 'EID_CLIENT_ID'], oneOf: ['EID_PRIVATE_KEY', 'EID_CLIENT_SECRET'] },
  sk: { needed: ['SK_ISSUER', 'SK_CLIENT_ID'], oneOf: ['SK_PRIVATE_KEY', 'SK_CLIENT_SECRET'] },
} as const satisfies Partial<Record<LoginProviderId, Login>>;

type ConfigurableLogin = keyof typeof LOGINS;
type Variables = Readonly<Record<string, unknown>>;

/** Addresses at a provider's own pages; none is known of the online ID card. */
type ProviderUrls<Of extends string> = Partial<
  Record<`${'NKB' | 'ELSTER' | 'SK'}_${Of}`, string | undefined>
>;

/** Page of the account where people can log out there; the card has none. */
export const accountUrlOf = (id: LoginProviderId, config: ProviderUrls<'ACCOUNT_URL'>): string | null =>
  id === 'eid' ? null : (config[`${upperCase(id)}_ACCOUNT_URL`] ?? null);

/** Returns the missing and superfluous settings of logins that are configured in part. */
export function halfConfigured(config: Variables): Fault[] {
  const isSet = (name: string) => config[name] !== undefined;
  return Object.entries<Login>(LOGINS).flatMap(([id, { needed, oneOf = [] }]) => {
    if (![...needed, ...oneOf].some(isSet)) return [];
    const missing = needed.filter((name) => !isSet(name));
    const proofs = oneOf.filter(isSet).length;
    return [
      ...missing.map((name) => ({
        name,
        reason: `is missing, while other variables of the login ${id} are set`,
      })),
      ...(oneOf[0] !== undefined && proofs !== 1
        ? [{ name: oneOf[0], reason: `or ${oneOf[1]} is expected for the login ${id}, there are ${proofs}` }]
        : []),
    ];
  });
}

/**
 * Returns the pages on how to get an account, one for each language; undefined where none are configured, and for the
 * online ID card.
 */
export function registerUrlOf(
  id: LoginProviderId,
  config: ProviderUrls<'REGISTER_URL_DE'> & ProviderUrls<'REGISTER_URL_EN'>,
): Localised | undefined {
  if (id === 'eid') return undefined;
  const name = upperCase(id);
  const [de, en] = [config[`${name}_REGISTER_URL_DE`], config[`${name}_REGISTER_URL_EN`]];
  return de === undefined || en === undefined ? undefined : { de, en };
}

/** Returns the missing addresses for getting an account, where there is one for the other language only. */
export function halfTranslated(config: Variables): Fault[] {
  return Object.keys(LOGINS).flatMap((id) => {
    const names = locales.map((code) => `${id}_REGISTER_URL_${code}`.toUpperCase());
    const missing = names.filter((name) => config[name] === undefined);
    return missing.length === names.length
      ? []
      : missing.map((name) => ({
          name,
          reason: 'is missing, while there is an address for the other language',
        }));
  });
}

/** Beginning of the names of a login's variables. */
export const upperCase = <Id extends LoginProviderId>(id: Id) => id.toUpperCase() as Uppercase<Id>;

/** The logins that are configured. */
export const loginsIn = (config: Variables): LoginProviderId[] =>
  (Object.keys(LOGINS) as ConfigurableLogin[]).filter((id) => settingsOf(id, config) !== null);

/** The variables of a login that are always set when it is configured; null when it is not. */
export function settingsOf<Id extends ConfigurableLogin, C extends Variables>(
  id: Id,
  config: C,
): { [N in (typeof LOGINS)[Id]['needed'][number] & keyof C]: NonNullable<C[N]> } | null {
  const { needed }: Login = LOGINS[id];
  if (needed.some((name) => config[name] === undefined)) return null;
  return Object.fromEntries(needed.map((name) => [name, config[name]])) as never;
}
