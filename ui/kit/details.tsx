import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/**
 * Collapsed content that opens without scripts.
 * @param open shown unfolded at first
 * @param onOpen called whenever it is opened
 */
export function Details({
  summary,
  open = false,
  onOpen,
  children,
}: {
  summary: ReactNode;
  open?: boolean;
  onOpen?: () => void;
  children: ReactNode;
}) {
  return (
    <details
      className="sp-details"
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary className="sp-details__summary">
        <Icon name="arrow-down" className="sp-details__arrow" />
        {summary}
      </summary>
      <div className="sp-details__body">{children}</div>
    </details>
  );
}
