import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { softHyphens } from './soft-hyphens.ts';
import { useFocus } from './use-focus.ts';

/**
 * The h1 of a page. With `takeFocus` it takes the focus when it appears, so that a screen reader continues there after
 * a navigation within the page (a `key` of its content makes it take the focus again).
 * @param caption a small line above, e.g. "Step 3 of 7"; part of the heading's name
 * @param lang of the heading where it is not that of the page
 */
export function PageHeading({
  caption,
  takeFocus = false,
  lang,
  children,
}: {
  caption?: ReactNode;
  takeFocus?: boolean;
  lang?: string | undefined;
  children: ReactNode;
}) {
  const heading = useFocus<HTMLHeadingElement>(takeFocus);
  return (
    <h1 ref={heading} className="sp-page-heading" lang={lang} tabIndex={-1}>
      {caption !== undefined && <span className="sp-page-heading__caption">{caption} </span>}
      {typeof children === 'string' ? softHyphens(children) : children}
    </h1>
  );
}

/** The heading of a part of a page. */
export function SectionHeading({
  level = 2,
  small = false,
  id,
  takeFocus = false,
  children,
}: {
  level?: 2 | 3 | 4;
  small?: boolean;
  id?: string;
  /** The heading takes the focus when it appears: the person returns to this part of the page. */
  takeFocus?: boolean;
  children: ReactNode;
}) {
  const Tag = `h${level}` as const;
  const heading = useFocus<HTMLHeadingElement>(takeFocus);
  return (
    <Tag
      ref={heading}
      id={id}
      className={classes('sp-section-heading', small && 'sp-section-heading--small')}
      {...(takeFocus && { tabIndex: -1 })}
    >
      {children}
    </Tag>
  );
}
