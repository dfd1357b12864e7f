import type { ReactNode } from 'react';

/** Contents for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="kern-sr-only">{children}</span>;
}
