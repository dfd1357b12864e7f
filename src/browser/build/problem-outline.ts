import path from 'node:path';
import type { Plugin } from 'vite';
import { isProblemCode, problemStatus } from '#domain/problem.ts';

/**
 * Replaces the table of problem codes in the built browser application by their list: their statuses matter to the
 * server alone.
 */
export function problemOutline(): Plugin {
  const source = path.resolve('src/domain/problem.ts');
  return {
    name: 'problem-outline',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (path.resolve(id) === source ? outlineOfProblems() : null),
  };
}

/** Returns the module for browsers: what `isProblemCode` needs. */
export const outlineOfProblems = (): string =>
  `const codes = ${JSON.stringify(Object.keys(problemStatus).join(' '))}.split(' ');
export const ${isProblemCode.name} = (text) => codes.includes(text);`;
