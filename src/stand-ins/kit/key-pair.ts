import { generateKeyPair } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { selfSignedCertificate } from './self-signed.ts';

/** An RSA key with a self-signed certificate, both PEM. */
export type KeyPair = { privateKey: string; certificate: string };

const YEARS = 10;

/** The key pair `name` of a folder; created on the first call (the folder too) and the same from then on. */
export async function loadKeyPair(folder: string, name: string, commonName: string): Promise<KeyPair> {
  const keyPath = join(folder, `${name}.key.pem`);
  const certificatePath = join(folder, `${name}.crt.pem`);
  const [privateKey, certificate] = await Promise.all([read(keyPath), read(certificatePath)]);
  if (privateKey && certificate) return { privateKey, certificate };

  const made = await promisify(generateKeyPair)('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const pair = {
    privateKey: made.privateKey,
    certificate: selfSignedCertificate(made.privateKey, commonName, YEARS),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(keyPath, pair.privateKey, { mode: 0o600 });
  await writeFile(certificatePath, pair.certificate);
  return pair;
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
