import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { softHyphens } from './soft-hyphens.ts';

const GAPS = {
  tight: 'sp-stack--tight',
  small: 'sp-stack--small',
  medium: null,
  large: 'sp-stack--large',
} as const;

/** Stacked items: 8, 16, 24 (medium) or 48 px apart; `narrow` limits them to the width of a line of text. */
export function Stack({
  gap = 'medium',
  narrow = false,
  children,
}: {
  gap?: keyof typeof GAPS;
  narrow?: boolean;
  children: ReactNode;
}) {
  return <div className={classes('sp-stack', GAPS[gap], narrow && 'sp-measure')}>{children}</div>;
}

/** Items in a line that wraps. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="sp-row">{children}</div>;
}

/** Cards in as many columns as fit; children are `<li>`. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className="sp-grid">{children}</ul>;
}

/** The text of a page with a box next to it from 1024 px; below that, the box is under the lead. */
export function WithAside({
  lead,
  aside,
  children,
}: {
  lead: ReactNode;
  aside: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="sp-with-aside">
      <div>{lead}</div>
      <aside>{aside}</aside>
      <div className="sp-stack">{children}</div>
    </div>
  );
}

/** Running text: paragraphs, lists, headings from h2, at most 70 characters wide. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="sp-prose">{children}</div>;
}

/** The one sentence under a page heading. */
export function Lead({ lang, children }: { lang?: string | undefined; children: ReactNode }) {
  return (
    <p className="sp-lead" lang={lang}>
      {typeof children === 'string' ? softHyphens(children) : children}
    </p>
  );
}
