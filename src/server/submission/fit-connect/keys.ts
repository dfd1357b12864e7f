import * as z from 'zod';
import type { Call } from './calls.ts';
import type { FitConnectConfig } from './config.ts';
import { DeliveryRefused, hasStatus } from './errors.ts';
import { read } from './http.ts';
import {
  type Destination,
  destinationSchema,
  type EncryptionKey,
  encryptionKeySchema,
  keySetSchema,
  type SigningKey,
  signingKeySchema,
} from './schemas.ts';
import { createKeyCheck, type KeyCheck } from './trust.ts';

/** A destination that accepts packages for a key. */
export type ActiveDestination = Destination & { encryptionKid: string };

export type DeliveryKeys = {
  /** Returns an active destination, and what it takes; throws DeliveryRefused when it accepts no packages. */
  destination(destinationId: string): Promise<ActiveDestination>;
  /** Returns the destination's key; throws DeliveryRefused when it is not certified. */
  encryptionKey(destination: ActiveDestination): Promise<EncryptionKey>;
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

  return {
    async destination(destinationId) {
      const answer = call(`${base}/${encodeURIComponent(destinationId)}`);
      const { status, encryptionKid, ...rest } = await read(destinationSchema, answer);
      if (status !== 'active') throw new DeliveryRefused(`destination ${destinationId} is ${status}`);
      if (!encryptionKid) throw new DeliveryRefused(`destination ${destinationId} has no key`);
      return { ...rest, status, encryptionKid };
    },

    async encryptionKey({ destinationId, encryptionKid: kid }) {
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
