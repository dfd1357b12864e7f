import { randomUUID, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, importJWK } from 'jose';
import { z } from 'zod';
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
const keysSchema = z.object({ encryption: privateJwk, service: privateJwk, destination: privateJwk });

export type Key = { kid: string; privateKey: CryptoKey; publicJwk: Record<string, unknown> };

/**
 * One RSA-4096 key pair for each role; all destinations share theirs, so that a first start stays quick. `retired`
 * are earlier ones for encryption: what came in under them can still be read.
 */
export type Keys = { encryption: Key; service: Key; destination: Key; retired: Key[] };

/** Gives the destinations a new key for encryption until the end of the stand-in, as authorities do once in a while. */
export async function changeEncryptionKey(keys: Keys): Promise<void> {
  const next = await keyOf(await makeJwk('RSA-OAEP-256', 'keyEncipherment'), 'RSA-OAEP-256', 'wrapKey');
  keys.retired.push(keys.encryption);
  keys.encryption = next;
}

/** Loads the keys of an earlier start, or makes and keeps new ones (some seconds). */
export async function loadKeys(stateDir: string): Promise<Keys> {
  const file = stateFile(join(stateDir, 'keys.json'), keysSchema.nullable(), null);
  let jwks = await file.read();
  if (!jwks) {
    const [encryption, service, destination] = await Promise.all([
      makeJwk('RSA-OAEP-256', 'keyEncipherment'),
      makeJwk('PS512', 'digitalSignature'),
      makeJwk('PS512', 'digitalSignature'),
    ]);
    jwks = { encryption, service, destination };
    await file.write(jwks);
  }
  return {
    encryption: await keyOf(jwks.encryption, 'RSA-OAEP-256', 'wrapKey'),
    service: await keyOf(jwks.service, 'PS512', 'verify'),
    destination: await keyOf(jwks.destination, 'PS512', 'verify'),
    retired: [],
  };
}

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
