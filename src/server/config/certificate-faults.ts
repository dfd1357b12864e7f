import { pairsOf } from '#server/security/key-pairs.ts';
import { createKeyCheck } from '#server/submission/fit-connect/trust.ts';
import { createEnvelopes } from '#server/submission/postbox/envelope.ts';
import type { Fault } from './fault.ts';
import { certificateFault } from './pem-faults.ts';
import type { Name, Variables } from './variables.ts';

/**
 * Returns the faults of certificates that are right by themselves, but of no use: without their key, or for another
 * purpose. One that has run out is none, as the portal does the rest of its work without it.
 */
export function certificateFaults(values: Partial<Variables>): Fault[] {
  const pair = (of: 'NKB' | 'ELSTER') => (certificate: string) => {
    const privateKey = values[`${of}_PRIVATE_KEY`];
    if (privateKey !== undefined) pairsOf({ privateKey, certificate }, of, new Date());
  };
  return [
    ...faultOf('NKB_IDP_CERTIFICATE', values, assertReadable),
    ...faultOf('ELSTER_IDP_CERTIFICATE', values, assertReadable),
    ...faultOf('NKB_CERTIFICATE', values, pair('NKB')),
    ...faultOf('ELSTER_CERTIFICATE', values, pair('ELSTER')),
    ...faultOf('FITCONNECT_TRUSTED_CERTIFICATES', values, createKeyCheck),
    ...faultOf('POSTBOX_CERTIFICATE', values, (certificate) => {
      const { POSTBOX_PRIVATE_KEY: privateKey } = values;
      if (privateKey !== undefined) createEnvelopes({ privateKey, certificate });
    }),
  ];
}

function assertReadable(pem: string): void {
  const reason = certificateFault(pem);
  if (reason !== null) throw new Error(reason);
}

function faultOf<N extends Name>(
  name: N,
  values: Partial<Variables>,
  check: (pem: string) => unknown,
): Fault[] {
  const pem = values[name];
  if (typeof pem !== 'string') return [];
  try {
    check(pem);
    return [];
  } catch (error) {
    return [{ name, reason: error instanceof Error ? error.message : 'cannot be used' }];
  }
}
