import { Buffer } from 'node:buffer';
import type { KeyService } from '#server/ports/key-service.ts';
import { KeyUnknown } from './key-faults.ts';
import { KEY_BYTES, SealBroken, seal, unseal } from './seal.ts';

/** A key of the installation: its name, which is stored with all that it wraps, and its 32 bytes. */
export type InstallationKey = { name: string; key: Uint8Array };

const LINE = /^([a-z0-9][a-z0-9.-]{0,39})[ :]\s*([A-Za-z0-9+/_-]{43}=?)$/i;

/**
 * Reads keys of the installation: a line each, its name and 32 bytes in Base64, the one that wraps first.
 * @throws Error that names the line, never its key
 */
export function readInstallationKeys(text: string): [InstallationKey, ...InstallationKey[]] {
  const lines = text
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const keys = lines.map((line, index) => {
    const [, name, base64] = LINE.exec(line) ?? [];
    const key = base64 === undefined ? null : Buffer.from(base64, 'base64');
    if (name === undefined || key?.length !== KEY_BYTES)
      throw new Error(
        `key ${index + 1}: a line "name base64" is expected, with ${KEY_BYTES} bytes; or the absolute path of a file of such lines`,
      );
    return { name, key };
  });
  const [first, ...others] = keys;
  if (!first) throw new Error('no key');
  if (new Set(keys.map(({ name }) => name)).size < keys.length) throw new Error('two keys have one name');
  return [first, ...others];
}

const placeOf = (by: string, about: string) => ({ table: by, column: about, id: '' });

/** Wraps data keys by keys of a file or of the environment. */
export function createLocalKeys([first, ...others]: readonly [
  InstallationKey,
  ...InstallationKey[],
]): KeyService {
  const known = new Map([first, ...others].map(({ name, key }) => [`local:${name}`, key]));
  const current = `local:${first.name}`;
  return {
    current: async () => current,
    knows: async (by) => known.has(by),
    wrap: async (key, about) => ({
      by: current,
      wrapped: seal(first.key, placeOf(current, about), key).toString('base64'),
    }),
    unwrap: async ({ wrapped, by }, about) => {
      const key = known.get(by);
      if (!key) throw new KeyUnknown(by);
      const opened = unseal(key, placeOf(by, about), Buffer.from(wrapped, 'base64'));
      if (opened.length !== KEY_BYTES) throw new SealBroken(about);
      return opened;
    },
  };
}
