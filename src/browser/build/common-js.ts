import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const PREFIX = '\0module:';
/** Suffix of the file name, which keeps the name by which its licence is found. */
const SUFFIX = '?module';

/** Packages with imports of their own: unwrapped once, by the bundler. Exports that nobody uses are left out. */
const unpacked = (source: string): string => {
  const names = Object.keys(require(source)).filter((name) => name !== 'default');
  return `const all = require(${JSON.stringify(require.resolve(source))});
export default all;
${names.map((name) => `export const ${name} = /*@__PURE__*/ (() => all.${name})();`).join('\n')}`;
};

/** Wraps a package that is one file without imports: it does not need the bundler for that. */
const wrapped = (file: string): string => `const module = { exports: {} };
const { exports } = module;
${readFileSync(file, 'utf8')}
export default module.exports;`;

const unpackedPackages = new Set(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']);
const wrappedPackages = new Set(['json-logic-js', 'safe-stable-stringify']);

/**
 * CommonJS packages as modules with real exports. Otherwise each chunk that imports one unwraps it separately, with
 * bundler helpers in a chunk of their own: one more request before anything can run.
 */
export const commonJs = (): Plugin => ({
  name: 'common-js',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'pre',
  resolveId: (source, _importer, { kind }) => {
    if (kind === 'require-call') return null;
    if (unpackedPackages.has(source)) return PREFIX + source;
    return wrappedPackages.has(source) ? require.resolve(source) + SUFFIX : null;
  },
  load: (id) => {
    if (id.startsWith(PREFIX)) return unpacked(id.slice(PREFIX.length));
    return id.endsWith(SUFFIX) ? wrapped(id.slice(0, -SUFFIX.length)) : null;
  },
});
