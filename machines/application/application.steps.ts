import type { ProcessView } from '#contract/process.ts';
import { nextStep, type StepAhead, stepsLeft } from '../process/process.steps.ts';
import { type ApplicationContext, type FormPlace, plainSteps, type Step } from './application.types.ts';

/** The step that an address names; null if it names none. */
export function stepOf(name: string | null): Step | null {
  if (name === null) return null;
  const isPage = /^(?:page|change)\../.test(name);
  return isPage || plainSteps.some((step) => step === name) ? (name as Step) : null;
}

/** A page of the form as a step; a page changed from the summary is a step of its own. */
export const stepOfPage = ({ page, returnsToSummary }: FormPlace): Step =>
  `${returnsToSummary ? 'change' : 'page'}.${page}`;

/** The form page of a step; null for other steps. */
export function pageOfStep(step: Step): FormPlace | null {
  const [, kind, page] = /^(page|change)\.(.+)$/.exec(step) ?? [];
  return page === undefined ? null : { page, returnsToSummary: kind === 'change' };
}

/** The steps in which the data is open: once it is confirmed, the confirmed data is shown instead. */
export const isBeforeConfirmation = (step: Step): boolean =>
  step === 'welcome' || step === 'summary' || pageOfStep(step) !== null;

/** The step that is due according to the process workflow; null while the form is open. */
export function dueStep(process: ProcessView | null): Step | null {
  const step = process && nextStep({ state: process.status, context: process.facts });
  return step === 'form' ? null : step;
}

/** Steps that are left until confirmed data is sent, in order; none while it is open, or once it was sent. */
export const stepsLeftOf = ({ status, facts }: Pick<ProcessView, 'status' | 'facts'>): readonly StepAhead[] =>
  stepsLeft({ state: status, context: facts });

/**
 * Whether the application is sent without another button once the other steps are done: money does that
 * (docs/decisions/0014-paid-means-sent.md), and so does a confirmation in this window, which a login leaves and a
 * conflict takes back.
 */
export function sendsByItself({
  process,
  sendsWhenReady,
}: Pick<ApplicationContext, 'process' | 'sendsWhenReady'>): boolean {
  if (process === null) return false;
  const left = stepsLeftOf(process);
  if (left.includes('payment')) return true;
  if (process.facts.paidCents > 0) return process.status !== 'SUBMIT_FAILURE';
  return sendsWhenReady && !left.includes('login') && !left.includes('conflict');
}

/** Whether the person wants e-mails, as chosen here or earlier; null where none are sent. */
export const mailsAreWanted = ({
  summary,
  mailChoice,
}: Pick<ApplicationContext, 'summary' | 'mailChoice'>): boolean | null =>
  summary?.mail ? (mailChoice ?? summary.mail.wanted) : null;
