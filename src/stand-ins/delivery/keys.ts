import { randomUUID, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, importJWK } from 'jose';
import * as z from 'zod';
import { selfSignedCertificate, type Usage } from '#stand-ins/kit/self-signed.ts';
import { stateFile } from '#stand-ins/kit/state-file.ts';

const privateJwk = z.looseObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  n: z.string(),
  e: z.string(),
  /** Base64 of one self-signed certificate: its own root, for senders that check certificates. */
  x5c: z.array(z.string()).length(1),
});
const keysSchema = z.object({
  encryption: privateJwk,
  service: privateJwk,
  destination: privateJwk,
  retired: z.array(privateJwk).default([]),
});

export type Key = { kid: string; privateKey: CryptoKey; publicJwk: Record<string, unknown> };

/**
 * One RSA-4096 key pair for each role; all destinations share theirs, so that the first start stays quick. `retired`
 * are earlier encryption keys, with which earlier submissions can still be read.
 */
export type Keys = { encryption: Key; service: Key; destination: Key; retired: Key[] };

/** Gives the destinations a new encryption key, as authorities do once in a while, and keeps the earlier one. */
export async function changeEncryptionKey(keys: Keys, stateDir: string): Promise<void> {
  const file = keysFile(stateDir);
  const [kept, encryption] = await Promise.all([file.read(), makeJwk('RSA-OAEP-256', 'keyEncipherment')]);
  if (!kept) throw new Error('There are no keys yet');
  await file.write({ ...kept, encryption, retired: [...kept.retired, kept.encryption] });
  keys.retired.push(keys.encryption);
  keys.encryption = await encryptionKeyOf(encryption);
}

const keysFile = (stateDir: string) => stateFile(join(stateDir, 'keys.json'), keysSchema.nullable(), null);
const encryptionKeyOf = (jwk: z.infer<typeof privateJwk>) => keyOf(jwk, 'RSA-OAEP-256', 'wrapKey');

/** Loads the keys of an earlier start, or creates and stores new ones (takes some seconds). */
export async function loadKeys(stateDir: string): Promise<Keys> {
  const file = keysFile(stateDir);
  let jwks = await file.read();
  if (!jwks) {
    const [encryption, service, destination] = await Promise.all([
      makeJwk('RSA-OAEP-256', 'keyEncipherment'),
      makeJwk('PS512', 'digitalSignature'),
      makeJwk('PS512', 'digitalSignature'),
    ]);
    jwks = { encryption, service, destination, retired: [] };
    await file.write(jwks);
  }
  return {
    encryption: await encryptionKeyOf(jwks.encryption),
    service: await keyOf(jwks.service, 'PS512', 'verify'),
    destination: await keyOf(jwks.destination, 'PS512', 'verify'),
    retired: await Promise.all(jwks.retired.map(encryptionKeyOf)),
  };
}

/** Returns the certificates of all keys, which are their own roots, in PEM. */
export const rootsOf = ({ encryption, service, destination, retired }: Keys): string =>
  [encryption, service, destination, ...retired]
    .flatMap(({ publicJwk }) => publicJwk.x5c as string[])
    .map((der) => new X509Certificate(Buffer.from(der, 'base64')).toString())
    .join('');

async function makeJwk(alg: string, usage: Usage): Promise<z.infer<typeof privateJwk>> {
  const { privateKey } = await generateKeyPair(alg, { modulusLength: 4096, extractable: true });
  const certificate = selfSignedCertificate(await exportPKCS8(privateKey), 'Demonstration', 10, usage);
  const x5c = [new X509Certificate(certificate).raw.toString('base64')];
  return privateJwk.parse({ ...(await exportJWK(privateKey)), kid: randomUUID(), x5c });
}

async function keyOf(jwk: z.infer<typeof privateJwk>, alg: string, operation: string): Promise<Key> {
  const { kty, kid, n, e, x5c } = jwk;
  return {
    kid,
    privateKey: (await importJWK(jwk, alg)) as CryptoKey,
    publicJwk: { kty, kid, n, e, x5c, alg, key_ops: [operation] },
  };
}
