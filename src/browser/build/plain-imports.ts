import path from 'node:path';
import type { Plugin } from 'vite';

const lostChunks = path.resolve('src/browser/wiring/lost-chunks.ts');

/**
 * Imports on demand without Vite's helper, which would fetch styles and preloads: the page has its styles, and the
 * server lists the scripts in its head. A script that cannot be loaded is reported to the portal.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { importOrReport as __vitePreload } from ${JSON.stringify(lostChunks)};`
      : null,
});
