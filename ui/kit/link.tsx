import type { AnchorHTMLAttributes } from 'react';
import { classes } from './classes.ts';

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link in running text or, with `quiet`, on its own with a full-height target. */
export function Link({ quiet = false, className, ...props }: AnchorProps & { quiet?: boolean }) {
  return <a {...props} className={classes('sp-link', quiet && 'sp-link--quiet', className)} />;
}
