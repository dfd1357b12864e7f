import path from 'node:path';
import { copyKept } from '#server/testing/kept.ts';
import { loadKeyPair } from './key-pair.ts';

const sources = ['key-pair.ts', 'self-signed.ts'].map((file) => path.join(import.meta.dirname, file));

/**
 * Puts key pairs for tests into a folder, where `loadKeyPair` finds them. They are the same in each run of a test,
 * because an RSA key takes up to a second to create.
 * @param test that uses the keys
 * @param names of the pairs, with the common names in their certificates
 */
export const copyKeyPairs = (test: string, folder: string, names: Record<string, string>): Promise<void> =>
  copyKept(
    {
      name: `keys-${test}-${Object.keys(names).join('-')}`,
      sources,
      create: (empty) =>
        Promise.all(Object.entries(names).map(([name, commonName]) => loadKeyPair(empty, name, commonName))),
    },
    folder,
  );
