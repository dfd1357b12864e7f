import * as z from 'zod';
import type { Call } from './calls.ts';
import type { FitConnectConfig } from './config.ts';
import { DeliveryRefused, hasStatus } from './errors.ts';
import { read } from './http.ts';
import {
  destinationSchema,
  type EncryptionKey,
  encryptionKeySchema,
  keySetSchema,
  type SigningKey,
  signingKeySchema,
} from './schemas.ts';
import { createKeyCheck, type KeyCheck } from './trust.ts';

export type DeliveryKeys = {
  /** Key of an active destination; throws DeliveryRefused when it is not active or its key is not certified. */
  encryptionKey(destinationId: string): Promise<EncryptionKey>;
  /** Id of the key for which an active destination accepts packages; throws DeliveryRefused when it accepts none. */
  encryptionKid(destinationId: string): Promise<string>;
  /** Null when the destination has no such (certified) signing key. */
  destinationSigningKey(destinationId: string, kid: string): Promise<SigningKey | null>;
  /** Null when the delivery service publishes no such key. */
  serviceSigningKey(kid: string): Promise<SigningKey | null>;
};

/** Public keys of destinations and of the delivery service (FIT-Connect Destination and Submission API v2). */
export function createDeliveryKeys(call: Call, config: FitConnectConfig): DeliveryKeys {
  const check = renewedCheck(config.trustedCertificates ?? (() => undefined));
  const base = `${config.destinationUrl}/v2/destinations`;
  const keyUrl = (destinationId: string, kid: string) =>
    `${base}/${encodeURIComponent(destinationId)}/keys/${encodeURIComponent(kid)}`;

  async function encryptionKid(destinationId: string): Promise<string> {
    const destination = call(`${base}/${encodeURIComponent(destinationId)}`);
    const { status, encryptionKid: kid } = await read(destinationSchema, destination);
    if (status !== 'active') throw new DeliveryRefused(`destination ${destinationId} is ${status}`);
    if (!kid) throw new DeliveryRefused(`destination ${destinationId} has no key`);
    return kid;
  }

  return {
    encryptionKid,

    async encryptionKey(destinationId) {
      const kid = await encryptionKid(destinationId);
      const key = await read(encryptionKeySchema, call(keyUrl(destinationId, kid)));
      assertOperation(key, ['wrapKey', 'encrypt']);
      check(key, 'encryption');
      return key;
    },

    async destinationSigningKey(destinationId, kid) {
      try {
        const answer = await read(z.unknown(), call(keyUrl(destinationId, kid)));
        const key = signingKeySchema.safeParse(answer).data;
        if (key?.kid !== kid) return null;
        assertOperation(key, ['verify']);
        check(key, 'signature');
        return key;
      } catch (error) {
        if (hasStatus(error, 404) || hasStatus(error, 0)) return null;
        throw error;
      }
    },

    async serviceSigningKey(kid) {
      const { keys } = await read(keySetSchema, call(`${config.submissionUrl}/.well-known/jwks.json`));
      const known = keys.map((key) => signingKeySchema.safeParse(key).data);
      return known.find((key) => key?.kid === kid) ?? null;
    },
  };
}

/** The check against the current roots. @throws Error at once when they cannot be used */
function renewedCheck(trusted: () => string | undefined): KeyCheck {
  const check = () => {
    const roots = trusted();
    return roots ? createKeyCheck(roots) : () => undefined;
  };
  check();
  return (key, purpose) => check()(key, purpose);
}

/** A key that names its purpose is used for nothing else (RFC 7517, 4.3). */
function assertOperation({ kid, key_ops: operations }: EncryptionKey | SigningKey, allowed: string[]): void {
  if (operations && !operations.some((operation) => allowed.includes(operation))) {
    throw new DeliveryRefused(`key ${kid} is for ${operations.join(', ')}, not for ${allowed.join(' or ')}`);
  }
}
