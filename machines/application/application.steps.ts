import type { SnapshotFrom } from 'xstate';
import { nextStep } from '../process/process.steps.ts';
import type { applicationMachine } from './application.machine.ts';
import type { ProcessView, Step } from './application.types.ts';

type Snapshot = SnapshotFrom<typeof applicationMachine>;

const plainSteps = ['welcome', 'summary', 'notice', 'login', 'payment', 'submission', 'result'] as const;
type PlainStep = (typeof plainSteps)[number];

/** The step that an address names; null for what names none. */
export function stepOf(name: string | null): Step | null {
  if (name === null) return null;
  const isPage = /^(?:page|change)\../.test(name);
  return isPage || plainSteps.includes(name as PlainStep) ? (name as Step) : null;
}

/** A page of the form as a step; one that is changed from the summary is a step of its own. */
export const stepOfPage = ({ page, returnsToSummary }: FormPlace): Step =>
  `${returnsToSummary ? 'change' : 'page'}.${page}`;

export type FormPlace = { page: string; returnsToSummary: boolean };

/** The page of the form that a step is; null for the other steps. */
export function pageOfStep(step: Step): FormPlace | null {
  const [, kind, page] = /^(page|change)\.(.+)$/.exec(step) ?? [];
  return page === undefined ? null : { page, returnsToSummary: kind === 'change' };
}

/** The steps in which the data is open: once it is confirmed, what was confirmed is shown in their place. */
export const isBeforeConfirmation = (step: Step): boolean =>
  step === 'welcome' || step === 'summary' || pageOfStep(step) !== null;

/** The step that is due by the process workflow; null while the form is open. */
export function dueStep(process: ProcessView | null): Step | null {
  const step = process && nextStep({ state: process.status, context: process.facts });
  return step === null || step === 'form' || step === 'none' ? null : step;
}

/** The authority has it, even when a step after that has failed. */
export const isDelivered = ({ submission }: Pick<ProcessView, 'submission'>): boolean =>
  submission?.finished.some(({ step }) => step === 'SUBMIT_DATA_TO_AUTHORITY') === true;

/** The step that is on the screen, to be named in the address; null while there is none of a process. */
export function selectStep(snapshot: Snapshot): Step | null {
  const { formPlace } = snapshot.context;
  if (snapshot.matches({ course: { open: 'welcome' } })) return 'welcome';
  if (snapshot.matches({ course: { open: 'filling' } })) return formPlace && stepOfPage(formPlace);
  if (snapshot.matches({ course: { open: 'summary' } })) return 'summary';
  if (snapshot.matches({ course: 'confirmed' })) return 'summary';
  if (snapshot.matches({ course: 'notice' })) return 'notice';
  if (snapshot.matches({ course: 'login' })) return 'login';
  if (snapshot.matches({ course: 'payment' })) return 'payment';
  const isAtSubmission = (['ready', 'sending', 'submitting', 'submitFailed'] as const).some((course) =>
    snapshot.matches({ course }),
  );
  if (isAtSubmission) return 'submission';
  return snapshot.matches({ course: 'submitted' }) ? 'result' : null;
}

/** Why a step is not open: the application is beyond it, or not there yet. */
export type Closed = 'sent' | 'sending' | 'paying' | 'paid' | 'confirmed' | 'ahead';

/** Why a step that an address names is not gone to; null where there is nothing to be said. */
export function whyClosed(snapshot: Snapshot, step: Step): Closed | null {
  const { process } = snapshot.context;
  const shown = selectStep(snapshot);
  if (process === null || shown === null || shown === step) return null;
  if (process.status === 'SUBMITTED' || isDelivered(process)) return 'sent';
  if (process.facts.running) return 'sending';
  if (process.status === 'PAYMENT_PENDING') return 'paying';
  if (process.facts.paidCents > 0) return 'paid';
  return dueStep(process) === null || !isBeforeConfirmation(step) ? 'ahead' : 'confirmed';
}
