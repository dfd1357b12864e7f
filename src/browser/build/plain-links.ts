import type { Plugin } from 'vite';

const LINK = /[\\/]@tanstack[\\/]react-router[\\/]dist[\\/]esm[\\/]link\.js$/;

/** Exports of the module, with nothing behind them. */
const NOTHING = `export const Link = () => null;
export const createLink = () => Link;
export const linkOptions = (options) => options;
export const useLinkProps = () => ({});
export const composeHandlers = () => () => undefined;`;

/**
 * Leaves out the router's own links, which every route carries with it: those of the portal are plain, and followed
 * together (follow-links.ts). Fails when the router keeps them elsewhere, so that they do not come back unnoticed.
 */
export function plainLinks(): Plugin {
  let isFound = false;
  return {
    name: 'plain-links',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    load: (id) => {
      if (!LINK.test(id)) return null;
      isFound = true;
      return NOTHING;
    },
    buildEnd(error) {
      if (!error && !isFound) this.error('plain-links: the links of the router are not where they were');
    },
  };
}
