import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

const NEEDED = ['LIP_URL', 'LIP_CLIENT_ID', 'LIP_PRIVATE_KEY', 'LIP_PUBLIC_KEY'] as const;

type Variables = { [N in (typeof NEEDED)[number]]?: string | undefined };

/** The variables of the form server; null when none is configured. */
export function formServerSettings(config: Variables): { [N in (typeof NEEDED)[number]]: string } | null {
  if (NEEDED.some((name) => config[name] === undefined)) return null;
  return Object.fromEntries(NEEDED.map((name) => [name, config[name]])) as never;
}

/** Returns the faults of a form server that is configured in part, as lines for the operators. */
export function formServerFaults(config: Variables): string[] {
  const missing = NEEDED.filter((name) => config[name] === undefined);
  if (missing.length === NEEDED.length) return [];
  if (missing.length > 0) {
    return missing.map((name) => `  ${name}: is missing, while other variables of the form server are set`);
  }
  return [
    ...keyFault('LIP_PRIVATE_KEY', () => createPrivateKey(config.LIP_PRIVATE_KEY ?? '')),
    ...keyFault('LIP_PUBLIC_KEY', () => createPublicKey(config.LIP_PUBLIC_KEY ?? '')),
  ];
}

function keyFault(name: string, read: () => KeyObject): string[] {
  try {
    if (read().asymmetricKeyDetails?.namedCurve === 'prime256v1') return [];
  } catch {
    // The fault is reported below.
  }
  return [`  ${name}: an EC key (P-256) in PEM is expected`];
}
