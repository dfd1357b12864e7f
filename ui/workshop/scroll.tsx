import type { ReactNode } from 'react';

/** A part of a page that is wider than a phone: it scrolls by itself, with the keyboard as well. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard could not scroll it
  <section className="ws-scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
);
