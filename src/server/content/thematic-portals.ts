import type { ThematicPortal } from './types.ts';

/** Whether a thematic portal is a page of this site; a portal with a `url` is a site elsewhere. */
export const hasOwnPage = (portal: ThematicPortal | undefined): portal is ThematicPortal =>
  portal !== undefined && portal.url === undefined;
