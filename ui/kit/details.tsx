import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Collapsed content that opens without scripts. */
export function Details({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="sp-details">
      <summary className="sp-details__summary">
        <Icon name="arrow-down" className="sp-details__arrow" />
        {summary}
      </summary>
      <div className="sp-details__body">{children}</div>
    </details>
  );
}
