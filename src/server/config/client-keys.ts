import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

const PEM = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\S]+?-----END (?:[A-Z]+ )?PRIVATE KEY-----/g;
const SHORTEST_RSA = 2048;

type SigningAlgorithm = 'ES256' | 'PS256' | 'RS256';

const parameters = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const satisfies Record<SigningAlgorithm, object>;

/** A key with which the portal signs in at a provider of OpenID Connect. */
export type ClientKey = {
  /** Thumbprint of the public key (RFC 7638), equal wherever the key is published. */
  kid: string;
  /** The public key in its published form. */
  jwk: JsonWebKey & { kid: string };
  /** Algorithms, best first. */
  algorithms: readonly SigningAlgorithm[];
  /** The key for one of its algorithms. */
  forSigning(algorithm: SigningAlgorithm): CryptoKey;
};

/**
 * The private keys in a PEM text: the first one signs, and the provider finds the public keys of all of them.
 * @throws Error in plain words when there is none, or one that cannot be used
 */
export function readClientKeys(pem: string): [ClientKey, ...ClientKey[]] {
  const [first, ...more] = (pem.match(PEM) ?? []).map(readKey);
  if (!first) throw new Error('there is no private key in PEM');
  return [first, ...more];
}

function readKey(pem: string): ClientKey {
  const key = createPrivateKey(pem);
  const algorithms = algorithmsOf(key);
  const {
    kty = '',
    crv = '',
    x = '',
    y = '',
    n = '',
    e = '',
  } = createPublicKey(key).export({ format: 'jwk' });
  // The members that identify a key, in the order of RFC 7638.
  const members = kty === 'EC' ? { crv, kty, x, y } : { e, kty, n };
  const kid = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  return {
    kid,
    jwk: { ...members, kid, use: 'sig' },
    algorithms,
    forSigning: (algorithm) => key.toCryptoKey(parameters[algorithm], false, ['sign']) as CryptoKey,
  };
}

function algorithmsOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SigningAlgorithm[] {
  const { namedCurve, modulusLength = 0 } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return ['ES256'];
  if (asymmetricKeyType === 'rsa' && modulusLength >= SHORTEST_RSA) return ['PS256', 'RS256'];
  throw new Error('a private key on the curve P-256, or of RSA with 2048 bits or more, is expected');
}
