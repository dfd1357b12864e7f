import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const TONES = {
  info: 'kern-alert--info',
  success: 'kern-alert--success',
  warning: 'kern-alert--warning',
  danger: 'kern-alert--danger',
} as const;

export type Tone = keyof typeof TONES;

/**
 * A box with a message outside the flow of the page.
 * @param live "assertive" interrupts a screen reader (something has just gone wrong), "polite" waits; without it the
 * box is part of the page and is read in its place
 */
export function Alert({
  tone = 'info',
  title,
  live,
  headingLevel = 2,
  ref,
  children,
}: {
  tone?: Tone;
  title: ReactNode;
  live?: 'polite' | 'assertive';
  headingLevel?: 2 | 3 | 4;
  /** Element of the box, for callers that move the focus to it. */
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}) {
  const { t } = useTranslation('kit');
  const Heading = `h${headingLevel}` as const;
  const role = live === 'assertive' ? 'alert' : live === 'polite' ? 'status' : undefined;
  return (
    <div ref={ref} className={classes('kern-alert', TONES[tone])} role={role} tabIndex={ref ? -1 : undefined}>
      <div className="kern-alert__header">
        <Icon name={tone} />
        <Heading className="kern-title">
          <VisuallyHidden>{t(`tone.${tone}`)} </VisuallyHidden>
          {title}
        </Heading>
      </div>
      {children !== undefined && <div className="kern-alert__body">{children}</div>}
    </div>
  );
}
