import type { SnapshotFrom } from 'xstate';
import type { HandoverOrigin } from '#contract/handover.ts';
import { isDelivered } from '#domain/delivered.ts';
import type { HandedDataState } from '#domain/handover.ts';
import { dataMayChange, isBelowLevel } from './application.guards.ts';
import type { applicationMachine } from './application.machine.ts';
import {
  dueStep,
  isBeforeConfirmation,
  mailsAreWanted,
  sendsByItself,
  stepOfPage,
} from './application.steps.ts';
import type { Step } from './application.types.ts';

type Snapshot = SnapshotFrom<typeof applicationMachine>;

/** The screens of an application; the state alone determines which one is shown. */
export const applicationScreens = [
  'start',
  'welcome',
  'form',
  'summary',
  'conflict',
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

/** The screen for a state; `loading` until the first screen is known. */
export function selectScreen(snapshot: Snapshot): ApplicationScreen {
  const at = (state: Parameters<Snapshot['matches']>[0]) => snapshot.matches(state);
  if (at({ progress: 'starting' })) return snapshot.context.viewer === 'unknown' ? 'loading' : 'start';
  if (at({ progress: { open: 'welcome' } })) return 'welcome';
  if (at({ progress: { open: 'filling' } })) return 'form';
  if (at({ progress: { open: 'summary' } })) return 'summary';
  if (at({ progress: 'conflict' })) return 'conflict';
  if (at({ progress: 'confirmed' })) return 'confirmed';
  if (at({ progress: 'notice' })) return 'notice';
  if (at({ progress: 'login' })) return 'login';
  if (at({ progress: 'payment' })) return 'payment';
  if (at({ progress: 'ready' })) return 'ready';
  if (at({ progress: 'sending' }) || at({ progress: 'submitting' })) return 'submission';
  if (at({ progress: 'submitFailed' })) return 'submitFailed';
  if (at({ progress: 'submitted' })) return 'result';
  if (at({ progress: 'notOffered' })) return 'notOffered';
  if (at({ progress: 'notFound' })) return 'notFound';
  if (at({ progress: 'levelTooLow' })) return 'levelTooLow';
  if (at({ progress: 'expired' })) return 'expired';
  if (at({ progress: 'ended' })) return 'ended';
  return at({ progress: 'failed' }) ? 'failed' : 'loading';
}

export type PaymentStep = 'offered' | 'starting' | 'waiting' | 'failed';
export const selectPaymentStep = (snapshot: Snapshot): PaymentStep =>
  (['waiting', 'starting', 'failed'] as const).find((payment) =>
    snapshot.matches({ progress: { payment } }),
  ) ?? 'offered';

export const selectReviewIsLoading = (snapshot: Snapshot): boolean =>
  snapshot.matches({ progress: { confirmed: 'loading' } });
export const selectReviewIsUnavailable = (snapshot: Snapshot): boolean =>
  snapshot.matches({ progress: { confirmed: 'unavailable' } });

export const selectIsBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** Tells whether an application begins because of a button, which stays where it is until then. */
export const selectIsStarting = (snapshot: Snapshot): boolean =>
  snapshot.matches({ progress: { starting: 'openingSession' } }) ||
  snapshot.matches({ progress: { starting: 'creating' } });
export const selectConflictFlow = (snapshot: Snapshot) => snapshot.children.conflict;
export const selectForm = (snapshot: Snapshot) => snapshot.children.form;
export const selectProcess = ({ context }: Snapshot) => context.process;
export const selectOffer = ({ context }: Snapshot) => context.offer;
export const selectSummary = ({ context }: Snapshot) => context.summary;
/** The statements that are ticked, by their ids. */
export const selectGivenStatements = ({ context }: Snapshot) => context.given;
/** Whether e-mails are wanted; null where none are sent. */
export const selectMailsAreWanted = ({ context }: Snapshot): boolean | null => mailsAreWanted(context);
/** The number of attempts to go on without all statements. */
export const selectFailedAttempts = ({ context }: Snapshot): number => context.failedAttempts;
/** The data can be opened again, according to what the server returned about the process. */
export const selectDataMayChange = ({ context }: Snapshot): boolean => dataMayChange(context);
/** The authority has the application, even if a later step failed. */
export const selectIsDelivered = ({ context }: Snapshot): boolean =>
  context.process !== null && isDelivered(context.process);
/** Whether the application is sent without another button, once what else is left is done. */
export const selectSendsByItself = ({ context }: Snapshot): boolean => sendsByItself(context);
/** Whether the notice is to come electronically: as marked, else as chosen, else assumed accepted (spec section 5). */
export const selectNoticeIsAccepted = ({ context }: Snapshot): boolean =>
  context.noticeMark ?? context.process?.facts.notice !== 'declined';
/** The portal that the person came from; null for an application that began here. */
export const selectOrigin = ({ context: { process, start } }: Snapshot): HandoverOrigin | null =>
  process ? (process.origin ?? null) : (start.kind === 'service' && start.handover) || null;
/** The state of the data that another portal sent along; null once the application is started. */
export const selectHandedData = ({ context: { process, start } }: Snapshot): HandedDataState | null =>
  process === null && start.kind === 'service' ? (start.handover?.data ?? null) : null;
export const selectProblem = ({ context }: Snapshot) => context.problem;
/** The account of the person; null for a person who is not logged in. */
export const selectAccount = ({ context }: Snapshot) => context.account;
/** The holder of the application on the screen, also when their session has ended. */
export const selectHolder = ({ context }: Snapshot) => context.holder;
/** The person is logged in, but below the level that this form requires. */
export const selectIsBelowLevel = ({ context }: Snapshot): boolean => isBelowLevel(context, context.offer);
/** The person has logged in to confirm the application, since its data was last reopened. */
export const selectHasLoggedIn = ({ context }: Snapshot): boolean => context.hasLoggedIn;
export const selectViewer = ({ context }: Snapshot) => context.viewer;

/** The result of an application without an account, of which the person has taken nothing along yet. */
export const selectResultIsUntaken = (snapshot: Snapshot): boolean =>
  snapshot.matches({ progress: { submitted: 'untaken' } });

/** Leaving now would lose something: only the session keeps an application without an account, and its result. */
export const selectLeavingLosesData = (snapshot: Snapshot): boolean =>
  (snapshot.context.process?.facts.hasUser === false &&
    (['open', 'confirmed', 'notice', 'login', 'payment', 'ready', 'submitFailed'] as const).some((progress) =>
      snapshot.matches({ progress }),
    )) ||
  selectResultIsUntaken(snapshot);
/** The application that can be edited here, if this login may and no authority is about to receive it; else null. */
export function selectEditable(snapshot: Snapshot): string | null {
  const { process } = snapshot.context;
  const isClosed = (['notFound', 'levelTooLow', 'expired', 'ended'] as const).some((progress) =>
    snapshot.matches({ progress }),
  );
  if (process === null || isClosed) return null;
  return process.status === 'SUBMITTED' || process.facts.running ? null : process.id;
}
export const selectDraft = ({ context }: Snapshot) => context.draft;

/** The step on the screen, for the address; null while no step of a process is shown. */
export function selectStep(snapshot: Snapshot): Step | null {
  const { formPlace } = snapshot.context;
  if (snapshot.matches({ progress: { open: 'welcome' } })) return 'welcome';
  if (snapshot.matches({ progress: { open: 'filling' } })) return formPlace && stepOfPage(formPlace);
  if (snapshot.matches({ progress: { open: 'summary' } })) return 'summary';
  if (snapshot.matches({ progress: 'conflict' })) return 'conflict';
  if (snapshot.matches({ progress: 'confirmed' })) return 'summary';
  if (snapshot.matches({ progress: 'notice' })) return 'notice';
  if (snapshot.matches({ progress: 'login' })) return 'login';
  if (snapshot.matches({ progress: 'payment' })) return 'payment';
  const isAtSubmission = (['ready', 'sending', 'submitting', 'submitFailed'] as const).some((progress) =>
    snapshot.matches({ progress }),
  );
  if (isAtSubmission) return 'submission';
  return snapshot.matches({ progress: 'submitted' }) ? 'result' : null;
}

/** The application can still be made for another place: its data is open, and no payment was ever started. */
export const selectPlaceMayChange = ({ context }: Snapshot): boolean =>
  context.process !== null &&
  context.process.payment === null &&
  dueStep(context.process) === null &&
  dataMayChange(context);

/** Reason why a step is not open: the application is past it, has not reached it yet, or a decision comes first. */
export type Closed = 'sent' | 'sending' | 'paying' | 'paid' | 'confirmed' | 'undecided' | 'ahead';

/** Returns why a step named by an address is not opened; null where no reason needs to be shown. */
export function whyClosed(snapshot: Snapshot, step: Step): Closed | null {
  const { process } = snapshot.context;
  const shown = selectStep(snapshot);
  if (process === null || shown === null || shown === step) return null;
  if (process.status === 'SUBMITTED' || isDelivered(process)) return 'sent';
  if (process.facts.running) return 'sending';
  if (process.status === 'PAYMENT_PENDING') return 'paying';
  if (process.facts.paidCents > 0) return 'paid';
  if (shown === 'conflict') return 'undecided';
  return dueStep(process) === null || !isBeforeConfirmation(step) ? 'ahead' : 'confirmed';
}

/** The place before the change that the person has not read of yet. */
export const selectLeftPlace = ({ context }: Snapshot) => context.leftPlace;
/** Whether the person came here by themselves, and not because the form wants everybody to read this first. */
export const selectCameForPlace = ({ context: { process } }: Snapshot): boolean =>
  process !== null && !(process.status === 'CREATED' && process.metadata.forceWelcomePage);
