import type { ReactNode } from 'react';

/** For screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="kern-sr-only">{children}</span>;
}
