import path from 'node:path';
import type { Plugin } from 'vite';
import type { Call } from '#contract/call.ts';

/**
 * Replaces the contract in the built browser application by an outline: method and address of each call, without the
 * schemas and the library that reads them (a tenth of what the form route may load). The answers come from the server
 * of the same release, which checks them against the full contract; where the full contract is present, in development
 * and in tests, the client checks them too.
 */
export function contractOutline(): Plugin {
  const source = path.resolve('src/contract/calls.ts');
  return {
    name: 'contract-outline',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (path.resolve(id) !== source) return null;
      const { calls }: { calls: Record<string, Call> } = await import(source);
      return `export const calls = ${JSON.stringify(outlineOf(calls))};`;
    },
  };
}

/** The parts of a call that the client needs to make it. Of a body it only knows that there is one. */
export const outlineOf = (calls: Record<string, Call>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, { method, path: address, body, unattended }]) => [
      name,
      { method, path: address, ...(body && { body: true }), ...(unattended && { unattended }) },
    ]),
  );
