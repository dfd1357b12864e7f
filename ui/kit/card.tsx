import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { SectionHeading } from './heading.tsx';
import { Link } from './link.tsx';

/**
 * A separate item among others: title (a link when `href` is given), text, actions.
 * @param hued on a light blue background, for a box next to the text
 */
export function Card({
  title,
  href,
  headingLevel = 2,
  badge,
  hued = false,
  footer,
  children,
}: {
  title?: ReactNode;
  href?: string;
  headingLevel?: 2 | 3 | 4;
  badge?: ReactNode;
  hued?: boolean;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={classes('kern-card', 'kern-card--hug', 'sp-card', hued && 'sp-card--hued')}>
      <div className="kern-card__container">
        {badge}
        {title !== undefined && (
          <SectionHeading level={headingLevel} small>
            {href === undefined ? title : <Link href={href}>{title}</Link>}
          </SectionHeading>
        )}
        {children !== undefined && <div className="sp-stack sp-stack--small">{children}</div>}
        {footer !== undefined && <div className="sp-card__footer">{footer}</div>}
      </div>
    </div>
  );
}

/** The green panel that confirms success. */
export function Panel({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="sp-panel">
      {title}
      {children !== undefined && <div className="sp-panel__body">{children}</div>}
    </div>
  );
}
