import type { ComponentProps, ReactNode } from 'react';

type ScrollProps = Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'> & {
  label: string;
  children: ReactNode;
};

/** A part of a page that is wider than a phone: it scrolls by itself, with the keyboard as well. */
export const Scroll = ({ label, className = 'ws-scroll', children, ...section }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard could not scroll it
  <section className={className} tabIndex={0} aria-label={label} {...section}>
    {children}
  </section>
);
