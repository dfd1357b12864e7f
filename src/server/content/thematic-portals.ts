import type { ThematicPortal } from './types.ts';

/** Whether a thematic portal is a page of this site; one with an address of its own is a site elsewhere. */
export const hasOwnPage = (portal: ThematicPortal | undefined): portal is ThematicPortal =>
  portal !== undefined && portal.url === undefined;
