import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import type { AnchorProps } from './link.tsx';

const VARIANTS = {
  primary: 'kern-btn--primary',
  secondary: 'kern-btn--secondary',
  quiet: 'kern-btn--tertiary',
} as const;

type Look = {
  /** Look of the button: one primary button per screen; `quiet` for rare actions. */
  variant?: keyof typeof VARIANTS;
  icon?: IconName;
  /** The icon follows the words, e.g. an arrow forward. */
  iconAtEnd?: boolean;
  /** Red, for an action that destroys something. */
  danger?: boolean;
  children: ReactNode;
};
type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /**
     * The action is in progress: the button keeps its place and its focus but ignores clicks; describe the activity in
     * `children`.
     */
    busy?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

function look({ variant = 'primary', icon, iconAtEnd, danger }: Look, className?: string): string {
  return classes(
    'kern-btn',
    VARIANTS[variant],
    icon && (iconAtEnd ? 'sp-btn--end' : 'sp-btn--start'),
    danger && (variant === 'primary' ? 'sp-btn--destroys' : 'sp-btn--danger'),
    className,
  );
}

function Content({ icon, iconAtEnd, children }: Look) {
  return (
    <>
      {icon && !iconAtEnd && <Icon name={icon} />}
      <span className="kern-label">{children}</span>
      {icon && iconAtEnd && <Icon name={icon} />}
    </>
  );
}

/** A button whose label describes the action. `type` defaults to "button". */
export function Button({ variant, icon, iconAtEnd, danger, busy = false, ...props }: ButtonProps) {
  const { children, className, onClick, type = 'button', ...rest } = props;
  const given = { variant, icon, iconAtEnd, danger, children };
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={look(given, className)}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <Content {...given} />
    </button>
  );
}

/** A link that looks like a button: it leads somewhere, it performs no action. */
export function LinkButton({ variant, icon, iconAtEnd, danger, ...props }: Look & AnchorProps) {
  const { children, className, ...rest } = props;
  const given = { variant, icon, iconAtEnd, danger, children };
  return (
    <a {...rest} className={look(given, className)}>
      <Content {...given} />
    </a>
  );
}

/** Buttons that belong together, the primary one first; stacked on phones. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="sp-actions">{children}</div>;
}

/** Buttons that lead to one result in different ways, among other actions: a column of their own. */
export function Alternatives({ children }: { children: ReactNode }) {
  return <div className="sp-alternatives">{children}</div>;
}
