import type { CardApp } from '#machines/login/login.types.ts';

/** Name that clients for online ID cards give themselves in their status (BSI TR-03124-1). */
const SPECIFICATION = 'TR-03124';
/** Names of the permission to reach a person's own device, in browsers that ask for it. */
const PERMISSIONS = ['loopback-network', 'local-network-access'];

const ownDevice = {
  cache: 'no-store',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  // The permission is asked for this device only, where browsers know it.
  targetAddressSpace: 'loopback',
} as const;

/**
 * Whether the app of the online ID card runs on this device; `unknown` where a browser does not let it be asked. Only
 * an answer proves that it does, and only a refused connection that it does not: where the browser did not let us
 * connect, we do not know.
 */
export async function askCardApp(address: string | null, signal: AbortSignal): Promise<CardApp | 'unknown'> {
  if (address === null) return 'unknown';
  let isBlocked = false;
  const onBlocked = () => {
    isBlocked = true;
  };
  document.addEventListener('securitypolicyviolation', onBlocked);
  const ask = (mode: RequestMode) => fetch(address, { ...ownDevice, mode, signal });
  try {
    const response = await ask('cors');
    // The app's own relay answers for it when it does not run.
    if (response.status === 502) return 'notRunning';
    return response.ok && isStatus(await response.json()) ? 'running' : 'unknown';
  } catch (error) {
    if (!(error instanceof TypeError) || isBlocked) return 'unknown';
    if (!(await connectionIsAllowed())) return 'unknown';
    // Another program answers there, without letting us read the answer.
    return ask('no-cors').then(
      () => 'unknown',
      () => 'notRunning',
    );
  } finally {
    document.removeEventListener('securitypolicyviolation', onBlocked);
  }
}

const isStatus = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'Specification-Title' in answer &&
  String(answer['Specification-Title']).startsWith(SPECIFICATION);

/** Whether a connection that failed had been let through by the browser. */
async function connectionIsAllowed(): Promise<boolean> {
  // Safari lets no page that came over https connect to this device, and does not say so.
  if (/^Apple/.test(navigator.vendor)) return false;
  // A page that came from this very device needs no permission.
  if (/^(localhost|127\..*|\[::1\])$/.test(location.hostname)) return true;
  for (const name of PERMISSIONS) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state === 'granted';
    } catch {
      // This browser does not know the name.
    }
  }
  return true;
}
