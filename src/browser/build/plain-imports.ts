import path from 'node:path';
import type { Plugin } from 'vite';

const mender = path.resolve('src/browser/wiring/lost-chunks.ts');

/**
 * Imports on demand without Vite's helper, which would fetch their styles and preloads: styles stand in the page,
 * and the service names what a page needs in its head. A script that cannot be had is told to the portal.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { importOrMend as __vitePreload } from ${JSON.stringify(mender)};`
      : null,
});
