import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import { Details } from './details.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

export type StepState = 'done' | 'now' | 'toCome' | 'failed';
export type Step = {
  key: string;
  label: ReactNode;
  state: StepState;
  /** Word for the state, where the usual one is not right. */
  word?: string | undefined;
  /** Address of the step; only steps that may be opened have one. */
  href?: string;
  onOpen?: () => void;
};

/** Steps with their state as icon and word: the submission's progress, the overview of a form. */
export function StepList({ steps, label }: { steps: readonly Step[]; label: string }) {
  const { t } = useTranslation('kit');
  return (
    <ol className="sp-steps" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.key}
          className={classes('sp-step', `sp-step--${step.state}`)}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <span className="sp-step__sign" aria-hidden="true">
            {step.state === 'done' ? (
              <Icon name="check" size="small" />
            ) : step.state === 'failed' ? (
              <Icon name="close" size="small" />
            ) : (
              <span>{index + 1}</span>
            )}
          </span>
          <span className="sp-step__label">
            <StepName step={step} />
          </span>
          <span className="sp-step__state">{step.word ?? t(`steps.${step.state}`)}</span>
        </li>
      ))}
    </ol>
  );
}

function StepName({ step }: { step: Step }) {
  if (step.href !== undefined) return <Link href={step.href}>{step.label}</Link>;
  // In an element of its own: a browser's translation replaces bare texts, which React could then not remove.
  if (step.onOpen === undefined) return <span>{step.label}</span>;
  return (
    <button type="button" className="sp-link sp-step__button" onClick={step.onOpen}>
      {step.label}
    </button>
  );
}

/** The steps of a form, collapsed below the heading of the page. */
export function StepOverview({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <Details summary={label}>
      <nav aria-label={label}>
        <StepList steps={steps} label={label} />
      </nav>
    </Details>
  );
}

/** A bar with its label that shows a progress. */
export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
  return (
    <div className="sp-progress">
      <progress value={value} max={max} aria-label={label} />
    </div>
  );
}
