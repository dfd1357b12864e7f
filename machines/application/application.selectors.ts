import type { SnapshotFrom } from 'xstate';
import { dataMayChange, isBelowLevel } from './application.guards.ts';
import type { applicationMachine } from './application.machine.ts';
import { dueStep, isBeforeConfirmation, isDelivered, stepOfPage } from './application.steps.ts';
import type { Step } from './application.types.ts';

type Snapshot = SnapshotFrom<typeof applicationMachine>;

/** The screens of an application; which one is shown is derived from the state alone. */
export const applicationScreens = [
  'start',
  'welcome',
  'form',
  'summary',
  'confirmed',
  'notice',
  'login',
  'payment',
  'ready',
  'submission',
  'submitFailed',
  'result',
  'notOffered',
  'notFound',
  'levelTooLow',
  'expired',
  'ended',
  'failed',
] as const;
export type ApplicationScreen = (typeof applicationScreens)[number] | 'loading';

/** The screen for a state; `loading` while something is fetched before the first screen is known. */
export function selectScreen(snapshot: Snapshot): ApplicationScreen {
  const course = (state: Parameters<Snapshot['matches']>[0]) => snapshot.matches(state);
  if (course({ course: 'starting' })) return snapshot.context.viewer === 'unknown' ? 'loading' : 'start';
  if (course({ course: { open: 'welcome' } })) return 'welcome';
  if (course({ course: { open: 'filling' } })) return 'form';
  if (course({ course: { open: 'summary' } })) return 'summary';
  if (course({ course: 'confirmed' })) return 'confirmed';
  if (course({ course: 'notice' })) return 'notice';
  if (course({ course: 'login' })) return 'login';
  if (course({ course: 'payment' })) return 'payment';
  if (course({ course: 'ready' })) return 'ready';
  if (course({ course: 'sending' }) || course({ course: 'submitting' })) return 'submission';
  if (course({ course: 'submitFailed' })) return 'submitFailed';
  if (course({ course: 'submitted' })) return 'result';
  if (course({ course: 'notOffered' })) return 'notOffered';
  if (course({ course: 'notFound' })) return 'notFound';
  if (course({ course: 'levelTooLow' })) return 'levelTooLow';
  if (course({ course: 'expired' })) return 'expired';
  if (course({ course: 'ended' })) return 'ended';
  return course({ course: 'failed' }) ? 'failed' : 'loading';
}

export type PaymentStep = 'offered' | 'starting' | 'waiting' | 'failed';
export function selectPaymentStep(snapshot: Snapshot): PaymentStep {
  if (snapshot.matches({ course: { payment: 'waiting' } })) return 'waiting';
  if (snapshot.matches({ course: { payment: 'starting' } })) return 'starting';
  return snapshot.matches({ course: { payment: 'failed' } }) ? 'failed' : 'offered';
}

export const selectReviewIsLoading = (snapshot: Snapshot): boolean =>
  snapshot.matches({ course: { confirmed: 'loading' } });
export const selectReviewIsUnavailable = (snapshot: Snapshot): boolean =>
  snapshot.matches({ course: { confirmed: 'unavailable' } });

export const selectIsBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
export const selectForm = (snapshot: Snapshot) => snapshot.children.form;
export const selectProcess = ({ context }: Snapshot) => context.process;
export const selectOffer = ({ context }: Snapshot) => context.offer;
export const selectSummary = ({ context }: Snapshot) => context.summary;
/** The data can be opened again, by what the service says of the process. */
export const selectDataMayChange = ({ context }: Snapshot): boolean => dataMayChange(context);
/** The authority has it, even when a step after that has failed. */
export const selectIsDelivered = ({ context }: Snapshot): boolean =>
  context.process !== null && isDelivered(context.process);
/** Whether the notice is to come electronically: as marked, else as chosen, else deemed accepted (spec section 5). */
export const selectNoticeIsAccepted = ({ context }: Snapshot): boolean =>
  context.noticeMark ?? context.process?.facts.notice !== 'declined';
export const selectProblem = ({ context }: Snapshot) => context.problem;
/** Who is logged in; null for whoever is not. */
export const selectAccount = ({ context }: Snapshot) => context.account;
/** Somebody is logged in, but below the level that this form asks for. */
export const selectIsBelowLevel = ({ context }: Snapshot): boolean => isBelowLevel(context, context.offer);
export const selectViewer = ({ context }: Snapshot) => context.viewer;

/** Leaving now would lose something: an anonymous application that is not sent is kept nowhere. */
export const selectLeavingLosesData = (snapshot: Snapshot): boolean =>
  snapshot.context.process !== null &&
  !snapshot.context.process.facts.hasUser &&
  (snapshot.matches({ course: 'open' }) ||
    snapshot.matches({ course: 'confirmed' }) ||
    snapshot.matches({ course: 'notice' }) ||
    snapshot.matches({ course: 'login' }) ||
    snapshot.matches({ course: 'payment' }) ||
    snapshot.matches({ course: 'ready' }) ||
    snapshot.matches({ course: 'submitFailed' }));
export const selectDraft = ({ context }: Snapshot) => context.draft;

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
