import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { Anchor, type AnchorProps } from './link.tsx';

const VARIANTS = {
  primary: 'kern-btn--primary',
  secondary: 'kern-btn--secondary',
  quiet: 'kern-btn--tertiary',
} as const;

type Look = {
  /** One primary button a screen; `quiet` for what is rarely wanted. */
  variant?: keyof typeof VARIANTS;
  icon?: IconName;
  /** The icon stands behind the words, e.g. an arrow forward. */
  iconAtEnd?: boolean;
  /** Red words, for what destroys something. */
  danger?: boolean;
  children: ReactNode;
};
type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** At work: keeps its place and its focus but answers no click; say with `children` what goes on. */
    busy?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

function look({ variant = 'primary', icon, iconAtEnd, danger }: Look, className?: string): string {
  return classes(
    'kern-btn',
    VARIANTS[variant],
    icon && (iconAtEnd ? 'sp-btn--end' : 'sp-btn--start'),
    danger && 'sp-btn--danger',
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

/** A button whose words say what happens. `type` is "button" unless told otherwise. */
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

/** A link that looks like a button: it leads somewhere, it does nothing. */
export function LinkButton({ variant, icon, iconAtEnd, danger, ...props }: Look & AnchorProps) {
  const { children, className, ...rest } = props;
  const given = { variant, icon, iconAtEnd, danger, children };
  return (
    <Anchor {...rest} className={look(given, className)}>
      <Content {...given} />
    </Anchor>
  );
}

/** Buttons that belong together, the primary one first; one below the other on phones. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="sp-actions">{children}</div>;
}
