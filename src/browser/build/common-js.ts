import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const PREFIX = '\0module:';

/** Packages with imports of their own: unpacked by the bundler, once. */
const unpacked = (source: string): string => {
  const names = Object.keys(require(source)).filter((name) => name !== 'default');
  return `const all = require(${JSON.stringify(require.resolve(source))});
export default all;
export const { ${names.join(', ')} } = all;`;
};

/** A package that is one file without imports needs no bundler for it. */
const wrapped = (source: string): string => `const module = { exports: {} };
const { exports } = module;
${readFileSync(require.resolve(source), 'utf8')}
export default module.exports;`;

const packages = new Map([
  ...['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'].map((name) => [name, unpacked] as const),
  ['json-logic-js', wrapped] as const,
]);

/**
 * Packages in CommonJS as modules with real exports. Otherwise each chunk that imports one unpacks it for itself,
 * with helpers of the bundler that are a chunk of their own: one more request before anything can run.
 */
export const commonJs = (): Plugin => ({
  name: 'common-js',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'pre',
  resolveId: (source, _importer, { kind }) =>
    packages.has(source) && kind !== 'require-call' ? PREFIX + source : null,
  load: (id) => (id.startsWith(PREFIX) ? moduleOf(id.slice(PREFIX.length)) : null),
});

const moduleOf = (source: string): string | null => packages.get(source)?.(source) ?? null;
