import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Fault } from './fault.ts';

const NEEDED = ['LIP_URL', 'LIP_CLIENT_ID', 'LIP_PRIVATE_KEY', 'LIP_PUBLIC_KEY'] as const;

type Variables = { [N in (typeof NEEDED)[number]]?: string | undefined };

/** The variables of the form server; null when none is configured. */
export function formServerSettings(config: Variables): { [N in (typeof NEEDED)[number]]: string } | null {
  if (NEEDED.some((name) => config[name] === undefined)) return null;
  return Object.fromEntries(NEEDED.map((name) => [name, config[name]])) as never;
}

/**
 * Returns the faults of a form server that is configured in part, or by keys of another kind.
 * @param given all that are set
 * @param values those that are right by themselves
 */
export function formServerFaults(given: Variables, values: Variables): Fault[] {
  const missing = NEEDED.filter((name) => given[name] === undefined);
  if (missing.length === NEEDED.length) return [];
  const { LIP_PRIVATE_KEY: ours, LIP_PUBLIC_KEY: theirs } = values;
  return [
    ...missing.map((name) => ({
      name,
      reason: 'is missing, while other variables of the form server are set',
    })),
    ...(ours === undefined ? [] : keyFault('LIP_PRIVATE_KEY', () => createPrivateKey(ours))),
    ...(theirs === undefined ? [] : keyFault('LIP_PUBLIC_KEY', () => createPublicKey(theirs))),
  ];
}

function keyFault(name: string, read: () => KeyObject): Fault[] {
  try {
    if (read().asymmetricKeyDetails?.namedCurve === 'prime256v1') return [];
  } catch {
    // The fault is reported below.
  }
  return [{ name, reason: 'an EC key (P-256) in PEM is expected' }];
}
