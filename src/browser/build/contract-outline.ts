import path from 'node:path';
import type { Plugin } from 'vite';
import type { Call } from '#contract/call.ts';

/** Calls that no code of the browser makes: they are for other programs, or are links. */
export const notByBrowsers: readonly string[] = [
  'closeWorkshop',
  'getFileExpiry',
  'getPaymentData',
  'getTransportReport',
  'listSent',
  'receiveHandover',
  'touchProcess',
];

type Calls = Readonly<Record<string, Call>>;

/**
 * Replaces the contract in the built browser application by an outline: method and address of each call, without the
 * schemas and the library that reads them (a tenth of what the form route may load). The answers come from the server
 * of the same release, which checks them against the full contract; where the full contract is present, in development
 * and in tests, the client checks them too.
 */
export function contractOutline(): Plugin {
  const source = path.resolve('src/contract/calls.ts');
  const ofPages = path.resolve('src/contract/page-calls.ts');
  return {
    name: 'contract-outline',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const file = path.resolve(id);
      if (file !== source && file !== ofPages) return null;
      const { pageCalls }: { pageCalls: Calls } = await import(ofPages);
      if (file === ofPages) return `export const pageCalls = ${JSON.stringify(outlineOf(pageCalls))};`;
      const { calls }: { calls: Calls } = await import(source);
      const others = Object.fromEntries(
        Object.entries(calls).filter(([name]) => !(name in pageCalls || notByBrowsers.includes(name))),
      );
      return `import { pageCalls } from ${JSON.stringify(ofPages)};
export const calls = { ...pageCalls, ...${JSON.stringify(outlineOf(others))} };`;
    },
  };
}

/** Facts of a call that the client needs to make it. Of a body it only knows that there is one. */
export const outlineOf = (calls: Calls): Record<string, object> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, { method, path: address, body, unattended }]) => [
      name,
      { method, path: address, ...(body && { body: true }), ...(unattended && { unattended }) },
    ]),
  );
