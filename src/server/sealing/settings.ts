import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { without } from '#server/config/addresses.ts';
import type { Fault } from '#server/config/fault.ts';
import { FileUnusable, readTextFile } from '#server/config/text-file.ts';
import type { InstallationKey } from './local-keys.ts';
import type { VaultLogin } from './vault/tokens.ts';
import type { TransitOptions } from './vault/transit.ts';

const word = z.string().min(1);
/** A secret, or the absolute path of a file that has it now, too. */
const wordOrFile = word.superRefine((value, context) => {
  try {
    if (isAbsolute(value)) readTextFile(value);
  } catch (error) {
    const message = error instanceof FileUnusable ? error.message : 'cannot be read';
    context.addIssue({ code: 'custom', message });
  }
});
/** Names in a path of Vault. */
const mount = z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/, 'a path without a slash at its ends is expected');
/** Where Kubernetes puts the token of a service account. */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** Settings of Vault. A secret is a text, or the absolute path of a file, which is read at each use. */
export const vaultSettings = {
  VAULT_URL: without('/v1').optional().describe('the address of Vault or OpenBao'),
  /** Vault has it with the path of its engine. */
  VAULT_KEY: z
    .string()
    .regex(/^[\w.-]+$/, 'the name of a key is expected')
    .optional()
    .describe('the name of the key in Vault that wraps data keys'),
  VAULT_MOUNT: mount.default('transit').describe('the path of the transit engine in Vault'),
  VAULT_NAMESPACE: word.optional().describe('the namespace in Vault'),
  /** A login, one of three: a token … */
  VAULT_TOKEN: wordOrFile.optional().describe('the token at Vault, or its file'),
  /** … an AppRole … */
  VAULT_ROLE_ID: word.optional().describe('the id of the AppRole at Vault'),
  VAULT_SECRET_ID: wordOrFile.optional().describe('the secret id of the AppRole at Vault, or its file'),
  /** … or the service account of Kubernetes. */
  VAULT_ROLE: word.optional().describe('the role of the service account of Kubernetes at Vault'),
  VAULT_JWT: word
    .refine(isAbsolute, 'the absolute path of a file is expected')
    .default(SERVICE_ACCOUNT)
    .describe('the file of the token of the service account of Kubernetes'),
  VAULT_AUTH_MOUNT: mount.optional().describe('the path of the login at Vault'),
  /** Both open, where SEALING_KEYS and Vault are set both. */
  SEALING_BY: z
    .enum(['keys', 'vault'])
    .optional()
    .describe('which keys wrap, where there are keys of the installation and Vault: keys or vault'),
};

export type SealingSettings = z.output<z.ZodObject<typeof vaultSettings>> & {
  SEALING_KEYS?: readonly [InstallationKey, ...InstallationKey[]] | undefined;
};

const OPTIONAL = ['VAULT_NAMESPACE', 'VAULT_AUTH_MOUNT'] as const;
const LOGINS = ['VAULT_TOKEN', 'VAULT_ROLE_ID', 'VAULT_SECRET_ID', 'VAULT_ROLE'] as const;

const line = (name: string, reason: string): Fault => ({ name, reason });

/**
 * Returns what is missing or too much in the settings of the installation's keys.
 * @param settings variables, whose values are checked elsewhere
 */
export function sealingFaults(settings: { [N in keyof SealingSettings]?: unknown }): Fault[] {
  const { SEALING_KEYS, SEALING_BY, VAULT_URL } = settings;
  const isSet = (name: keyof SealingSettings) => settings[name] !== undefined;
  const usesVault = (['VAULT_URL', 'VAULT_KEY', ...OPTIONAL, ...LOGINS] as const).some(isSet);
  if (!usesVault) {
    if (SEALING_KEYS === undefined)
      return [line('SEALING_KEYS', 'is missing; keys of the installation, or Vault (VAULT_URL), are needed')];
    return SEALING_BY === 'vault' ? [line('SEALING_BY', 'is vault, while no Vault is set')] : [];
  }
  const needed = (['VAULT_URL', 'VAULT_KEY'] as const).filter((name) => !isSet(name));
  return [
    ...needed.map((name) => line(name, 'is missing, while other variables of Vault are set')),
    ...loginFaults(isSet),
    ...(SEALING_KEYS === undefined && SEALING_BY === 'keys'
      ? [line('SEALING_BY', 'is keys, while SEALING_KEYS is not set')]
      : []),
    ...(SEALING_KEYS !== undefined && VAULT_URL !== undefined && SEALING_BY === undefined
      ? [line('SEALING_BY', 'is missing: keys or vault, while SEALING_KEYS and Vault are set both')]
      : []),
  ];
}

function loginFaults(isSet: (name: (typeof LOGINS)[number]) => boolean): Fault[] {
  const [token, roleId, secretId, role] = LOGINS.map(isSet);
  const logins = [token, roleId || secretId, role].filter(Boolean).length;
  if (logins === 0)
    return [line('VAULT_TOKEN', 'is missing; or VAULT_ROLE_ID and VAULT_SECRET_ID; or VAULT_ROLE')];
  return [
    ...(logins > 1
      ? [line('VAULT_TOKEN', 'one login is expected: VAULT_TOKEN, VAULT_ROLE_ID or VAULT_ROLE')]
      : []),
    ...(roleId && !secretId ? [line('VAULT_SECRET_ID', 'is missing, while VAULT_ROLE_ID is set')] : []),
    ...(secretId && !roleId ? [line('VAULT_ROLE_ID', 'is missing, while VAULT_SECRET_ID is set')] : []),
  ];
}

/** Returns keys that protect nothing. */
export function unsafeKeys({ SEALING_KEYS = [] as never }: Pick<SealingSettings, 'SEALING_KEYS'>): Fault[] {
  const about = (name: string, words: string) => line('SEALING_KEYS', `the key "${name}" ${words}`);
  const same = ({ key }: InstallationKey, index: number) =>
    [...SEALING_KEYS].slice(0, index).find((one) => Buffer.compare(one.key, key) === 0);
  return [...SEALING_KEYS].flatMap(({ name, key }, index) => [
    ...(same({ name, key }, index)
      ? [about(name, `has the bytes of "${same({ name, key }, index)?.name}"`)]
      : []),
    ...(name === 'demo' ? [about(name, 'is that of a demonstration')] : []),
    ...(new Set(key).size === 1 ? [about(name, 'is the same byte 32 times')] : []),
  ]);
}

/** Returns how Vault is reached; null where none is set. Its settings are complete (sealingFaults). */
export function transitIn(settings: SealingSettings): TransitOptions | null {
  const { VAULT_URL: url, VAULT_KEY: key, VAULT_MOUNT, VAULT_NAMESPACE: namespace } = settings;
  if (url === undefined || key === undefined) return null;
  return { url, key, mount: VAULT_MOUNT, namespace, login: loginIn(settings) };
}

function loginIn(settings: SealingSettings): VaultLogin {
  const { VAULT_TOKEN, VAULT_ROLE_ID, VAULT_SECRET_ID, VAULT_ROLE, VAULT_JWT, VAULT_AUTH_MOUNT } = settings;
  if (VAULT_ROLE_ID !== undefined && VAULT_SECRET_ID !== undefined)
    return {
      kind: 'approle',
      mount: VAULT_AUTH_MOUNT ?? 'approle',
      roleId: VAULT_ROLE_ID,
      secretId: VAULT_SECRET_ID,
    };
  if (VAULT_ROLE !== undefined)
    return { kind: 'kubernetes', mount: VAULT_AUTH_MOUNT ?? 'kubernetes', role: VAULT_ROLE, jwt: VAULT_JWT };
  return { kind: 'token', token: VAULT_TOKEN ?? '' };
}
