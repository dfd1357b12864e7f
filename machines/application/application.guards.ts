import type { ProcessView } from '#contract/process.ts';
import type { MetadataView } from '#contract/shapes.ts';
import { standingOf, waysToStart } from '#domain/admission.ts';
import type { Correction } from '#domain/conflict.ts';
import { isDelivered } from '#domain/delivered.ts';
import { loginProviderIds } from '#domain/login.ts';
import type { NextStep } from '#domain/process-status.ts';
import { handInIsWaiting, sentApplicationIsOpen } from '../drafts/drafts.guards.ts';
import { mayRefresh, wasAwayLong } from '../kit/asking-again.ts';
import { isClosedToViewer, isOneOf, levelIsTooLow, type Problem, sessionHasEnded } from '../kit/problem.ts';
import { noticeIsOffered, dataMayChange as processMayChange } from '../process/process.guards.ts';
import { nextStep } from '../process/process.steps.ts';
import type { Seen } from '../session/session.types.ts';

import { dueStep, isBeforeConfirmation, pageOfStep } from './application.steps.ts';
import type { ApplicationContext, Step } from './application.types.ts';

type Of = { context: ApplicationContext };

const stepOf = (process: ProcessView | null): NextStep | 'none' | null =>
  process && nextStep({ state: process.status, context: process.facts });

/** The texts on the screen are in another language than the page. */
const textsAreForeign = ({ process, offer, locale }: ApplicationContext): boolean => {
  const texts = process?.metadata ?? offer;
  return texts !== null && texts.lang !== locale;
};

/** An application that an authority has received can only be completed, whatever failed after that. */
export const dataMayChange = ({ process }: Pick<ApplicationContext, 'process'>): boolean =>
  process !== null && processMayChange(process.facts) && !isDelivered(process);

const summaryIsFlawless = ({ summary }: ApplicationContext): boolean =>
  summary !== null && summary.errors.length === 0;

/** The result may change without the person: the authority's answer, the e-mail, or a hand-in on its way. */
const resultMayChange = ({ process }: ApplicationContext): boolean =>
  process?.result != null &&
  (sentApplicationIsOpen(process.result) ||
    process.result.mail?.state === 'waiting' ||
    handInIsWaiting(process.result));

/** The notice can be chosen while the status allows it: the data is confirmed, nothing is paid or sent. */
const noticeMayChange = (context: ApplicationContext): boolean =>
  context.process !== null &&
  dataMayChange(context) &&
  noticeIsOffered(context.process.facts) &&
  ['COMPLETED', 'ELECTRONIC_NOTICE_SELECTED'].includes(context.process.status);

/**
 * Another person has come and must not see the screen. Without an account, people who begin anew in another window copy
 * from it; somebody who logs in within the same session continues it.
 */
function strangerIsHere(
  { process, holder }: ApplicationContext,
  { viewer, account, session }: Seen,
): boolean {
  if (process === null || holder === null) return false;
  if (holder.person === null) return viewer === 'account' && session !== holder.session;
  return (viewer === 'account' || viewer === 'anonymous') && account?.person !== holder.person;
}

/** Guards of the application; the process workflow decides which step comes next. */
export const applicationGuards = {
  processIsAnonymous: ({ context }: Of) => context.process !== null && !context.process.facts.hasUser,
  processIsKnown: ({ context }: Of) => context.process !== null,
  beginsWithService: ({ context }: Of) => context.start.kind === 'service',
  cameBackLoggedIn: ({ context }: Of) => context.loginOutcome === 'SUCCESS',
  cameBackWithoutDraft: ({ context }: Of) =>
    context.loginOutcome === 'SUCCESS' && accountMayStart(context) && context.draft === null,

  viewerIsUnknown: ({ context }: Of) => context.viewer === 'unknown',
  viewerHasSession: ({ context }: Of) => context.viewer === 'anonymous' || context.viewer === 'account',
  accountMayStart: ({ context }: Of) => accountMayStart(context),
  anonymousIsAllowed: ({ context }: Of) =>
    context.offer !== null && waysToStart(context.offer, loginProviderIds).anonymous,
  draftIsPresent: ({ context }: Of) => context.draft !== null,
  nothingIsOffered: (_: Of, { offer }: { offer: MetadataView | null }) => offer === null,

  welcomeIsDue: ({ context }: Of) =>
    context.wantedPage === null &&
    stepOf(context.process) === 'form' &&
    context.process?.status === 'CREATED' &&
    context.process.metadata.forceWelcomePage,
  stepIsForm: ({ context }: Of) => stepOf(context.process) === 'form',
  /** In a draft the conflict comes before the form, whatever step the address names. */
  conflictPrecedesForm: ({ context }: Of) =>
    stepOf(context.process) === 'form' && context.process?.facts.conflictOpen === true,
  stepIsConflict: ({ context }: Of) => stepOf(context.process) === 'conflict',
  entryIsCorrected: (_: Of, { toCorrect }: { toCorrect: readonly Correction[] }) => toCorrect.length > 0,
  stepIsNotice: ({ context }: Of) => stepOf(context.process) === 'notice',
  stepIsLogin: ({ context }: Of) => stepOf(context.process) === 'login',
  paymentIsPending: ({ context }: Of) => context.process?.status === 'PAYMENT_PENDING',
  paymentHasFailed: ({ context }: Of) =>
    context.process?.status === 'PAYMENT_FAILURE' && stepOf(context.process) === 'payment',
  stepIsPayment: ({ context }: Of) => stepOf(context.process) === 'payment',
  submissionIsRunning: ({ context }: Of) => context.process?.facts.running === true,
  submissionHasFailed: ({ context }: Of) => context.process?.status === 'SUBMIT_FAILURE',
  mayBeSentNow: ({ context }: Of) => stepOf(context.process) === 'submission' && context.sendsWhenReady,
  resultIsThere: ({ context }: Of) => stepOf(context.process) === 'result',
  resultIsTaken: ({ context }: Of) => context.process?.facts.acknowledged === true,
  resultMayChange: ({ context }: Of) => resultMayChange(context),
  resultIsSettled: ({ context }: Of) => !resultMayChange(context),
  mayRefresh: ({ context }: Of) => mayRefresh(context),
  wasAwayLong: (_: Of, away: { awayMs: number }) => wasAwayLong(away),

  dataMayChange: ({ context }: Of) => dataMayChange(context),

  stepIs: (_: Of, { step, wanted }: { step: Step; wanted: Step }) => step === wanted,
  stepIsPage: (_: Of, { step }: { step: Step }) => pageOfStep(step) !== null,
  stepIsDue: ({ context }: Of, { step }: { step: Step }) => step === dueStep(context.process),
  /** Confirmed data can be viewed as long as it can still be changed. */
  reviewIsAskedFor: ({ context }: Of, { step }: { step: Step }) =>
    isBeforeConfirmation(step) && dueStep(context.process) !== null && dataMayChange(context),
  noticeIsAskedFor: ({ context }: Of, { step }: { step: Step }) =>
    step === 'notice' && noticeMayChange(context),
  welcomeIsWanted: ({ context }: Of) =>
    context.wantedStep === 'welcome' && stepOf(context.process) === 'form',
  summaryIsWanted: ({ context }: Of) =>
    context.wantedStep === 'summary' && stepOf(context.process) === 'form',
  reviewIsWanted: ({ context }: Of) =>
    context.wantedStep !== null && isBeforeConfirmation(context.wantedStep) && dataMayChange(context),
  noticeIsWanted: ({ context }: Of) => context.wantedStep === 'notice' && noticeMayChange(context),
  strangerIsHere: ({ context }: Of, seen: Seen) => strangerIsHere(context, seen),
  /** The viewer has a session, and may see the application on the screen. */
  sessionIsThere: ({ context }: Of, seen: Seen) =>
    (seen.viewer === 'anonymous' || seen.viewer === 'account') && !strangerIsHere(context, seen),

  stillPending: (_: Of, process: ProcessView) => process.status === 'PAYMENT_PENDING',
  stillFailed: (_: Of, process: ProcessView) => process.status === 'PAYMENT_FAILURE',
  stillRunning: (_: Of, process: ProcessView) => process.facts.running,
  textsAreForeign: ({ context }: Of) => textsAreForeign(context),
  textsAreOwn: ({ context }: Of) => !textsAreForeign(context),
  summaryIsForeign: ({ context }: Of) => context.summary !== null && context.summary.lang !== context.locale,
  summaryIsFlawless: ({ context }: Of) => summaryIsFlawless(context),
  /** A summary with faults takes no statements. */
  statementIsAsked: ({ context }: Of, { id }: { id: string }) =>
    summaryIsFlawless(context) && context.summary!.statements.some((it) => it.id === id),
  mailsAreOffered: ({ context }: Of) => summaryIsFlawless(context) && Boolean(context.summary!.mail),
  statementsAreGiven: ({ context }: Of) =>
    summaryIsFlawless(context) && context.summary!.statements.every(({ id }) => context.given.includes(id)),

  /** The process is unknown to the current viewer: a login may reveal it. */
  processIsUnknown: (_: Of, { problem }: { problem: Problem }) =>
    sessionHasEnded(problem) ||
    isOneOf(problem, 'not-found', 'form-not-found', 'service-not-found', 'input-invalid'),
  levelIsTooLow: (_: Of, { problem }: { problem: Problem }) => levelIsTooLow(problem),
  isClosedToViewer: (_: Of, { problem }: { problem: Problem }) => isClosedToViewer(problem),
  isNotAnswered: (_: Of, { problem }: { problem: Problem }) =>
    isClosedToViewer(problem) || sessionHasEnded(problem),
  storageHasEnded: (_: Of, { problem }: { problem: Problem }) => problem.code === 'draft-expired',
  stateHasChanged: (_: Of, { problem }: { problem: Problem }) =>
    problem.code === 'status-conflict' || isClosedToViewer(problem),
  /** Somebody else moved or changed the process: its current state must be shown before anything is paid. */
  viewIsOutdated: (_: Of, { problem }: { problem: Problem }) =>
    isOneOf(problem, 'status-conflict', 'version-conflict', 'summary-changed') || isClosedToViewer(problem),
  summaryIsOutdated: (_: Of, { problem }: { problem: Problem }) =>
    isOneOf(problem, 'version-conflict', 'summary-changed', 'form-invalid', 'statement-missing'),
};

/** The current login is weaker than needed; false for a person who is not logged in. */
export const isBelowLevel = (
  { account }: Pick<ApplicationContext, 'account'>,
  offer: MetadataView | null,
): boolean => offer !== null && standingOf(offer, loginProviderIds, account, 'start').is === 'levelTooLow';

const accountMayStart = ({ viewer, account, offer }: ApplicationContext): boolean =>
  viewer === 'account' &&
  offer !== null &&
  standingOf(offer, loginProviderIds, account, 'start').is === 'sufficient';
