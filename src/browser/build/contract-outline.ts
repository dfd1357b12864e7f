import path from 'node:path';
import type { Plugin } from 'vite';
import type { Call } from '#contract/call.ts';

/**
 * Puts an outline of the contract in its place in the built browser application: method and address of each
 * call, without the schemas and the library that reads them (a tenth of what the form route may load). The
 * answers come from the service of the same release, which checks them against the full contract; the client
 * checks them too wherever the full contract is there, in development and in tests.
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

/** What the client needs of a call to make it. A body is only known to be there. */
export const outlineOf = (calls: Record<string, Call>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, { method, path: address, body }]) => [
      name,
      { method, path: address, ...(body && { body: true }) },
    ]),
  );
