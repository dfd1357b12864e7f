import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

const TONES = {
  neutral: 'sp-badge--neutral',
  info: 'kern-badge--info',
  success: 'kern-badge--success',
  warning: 'kern-badge--warning',
  danger: 'kern-badge--danger',
} as const;

/** A state as a word with an icon; the colour only repeats it. */
export function StatusBadge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: keyof typeof TONES;
  icon: IconName;
  children: ReactNode;
}) {
  return (
    <span className={classes('kern-badge', TONES[tone])}>
      <Icon name={icon} />
      <span className="kern-label">{children}</span>
    </span>
  );
}
