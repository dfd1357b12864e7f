import type { Plugin } from 'vite';

/**
 * Imports on demand without Vite's helper, which would fetch their styles and preloads: there is one style
 * sheet, and the service names what a page needs in its head.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
});
