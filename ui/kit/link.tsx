import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
} from 'react';
import { classes } from './classes.ts';

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children?: ReactNode };

const PlainAnchor: ComponentType<AnchorProps> = (props) => <a {...props} />;
const AnchorContext = createContext<ComponentType<AnchorProps>>(PlainAnchor);

/**
 * Replaces `<a>` by the router's link in every link of the kit. It gets `href` (a path of this portal or an absolute
 * address) and must pass the other attributes on to the anchor.
 */
export const AnchorProvider = AnchorContext.Provider;

/** An anchor without any styling. */
export function Anchor(props: AnchorProps) {
  const Component = useContext(AnchorContext);
  return <Component {...props} />;
}

/** A link in running text or, with `quiet`, on its own with a full-height target. */
export function Link({ quiet = false, className, ...props }: AnchorProps & { quiet?: boolean }) {
  return <Anchor {...props} className={classes('sp-link', quiet && 'sp-link--quiet', className)} />;
}
