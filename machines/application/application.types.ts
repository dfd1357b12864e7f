import type { HandoverOrigin } from '#contract/handover.ts';
import type { ProcessView } from '#contract/process.ts';
import type { MetadataView } from '#contract/shapes.ts';
import type { SummaryView } from '#contract/summary.ts';
import type { Correction } from '#domain/conflict.ts';
import type { HandedDataState } from '#domain/handover.ts';
import type { Locale } from '#domain/locale.ts';
import type { ProviderId } from '#domain/login.ts';
import type { ConflictReport } from '../conflict/conflict.types.ts';
import type { FormReport } from '../form/form.types.ts';
import type { Refreshing, TabEvent } from '../kit/asking-again.ts';
import type { Problem } from '../kit/problem.ts';
import type { LoginOutcome } from '../login/login.types.ts';
import type { Account, Seen, Viewer } from '../session/session.types.ts';

/** A service at a place. */
export type Beginning = { leiKaId: string; area: string };

/** The hand-over of another portal that an application begins with, and the state of the data that came along. */
export type Arrived = HandoverOrigin & { data: HandedDataState };

/** An application begins with a service at a place, or with a process that exists. */
export type ApplicationStart =
  | ({ kind: 'service'; handover?: Arrived } & Beginning)
  | { kind: 'process'; processId: string };

/** A page of the form, and whether it is being changed from the summary. */
export type FormPlace = { page: string; returnsToSummary: boolean };

/** The steps that are no pages of the form. */
export const plainSteps = [
  'welcome',
  'summary',
  'conflict',
  'notice',
  'login',
  'payment',
  'submission',
  'result',
] as const;

/**
 * A position in the application in the browser's history, as its address names it: a page of the form by its key, the
 * same page while it is changed from the summary, or another step.
 */
export type Step = `page.${string}` | `change.${string}` | (typeof plainSteps)[number];

export type ApplicationInput = {
  start: ApplicationStart;
  /** The step that the address names; it is shown where the workflow allows it. */
  step?: Step | null;
  /** The service and the place that an application without an account began with, from the window's history. */
  begun?: Beginning | null;
  locale: Locale;
  viewer: Viewer;
  /** The account of the viewer; null for any other viewer. */
  account: Account | null;
  /** The session, by its opaque id. */
  session?: string | null;
  /** Outcome of the login from which this page load returned. */
  loginOutcome: LoginOutcome | null;
};

export type Holder = { person: string | null; session: string | null; providerId: ProviderId | null };

export type ApplicationContext = Omit<ApplicationInput, 'step' | 'begun' | 'session'> &
  Refreshing & {
    session: string | null;
    begun: Beginning | null;
    offer: MetadataView | null;
    areaName: string;
    /** The newest open process for the same form, which the person may continue. */
    draft: ProcessView | null;
    process: ProcessView | null;
    /** The place and the offer before a change that the person has not read of yet. */
    leftPlace: Pick<ProcessView, 'area' | 'metadata'> | null;
    /**
     * The holder of the application; null before process and viewer are known. Without an account it belongs to the
     * session.
     */
    holder: Holder | null;
    summary: SummaryView | null;
    /** Ids of the statements of the summary that are ticked. */
    given: readonly string[];
    /** The person's choice about e-mails, if they have touched it here; null leaves it as the summary says. */
    mailChoice: boolean | null;
    /**
     * Number of attempts to confirm without all statements; it grows so that the error summary takes the focus each time.
     */
    failedAttempts: number;
    problem: Problem | null;
    /** The summary was confirmed in this window: the next steps need no further button. */
    sendsWhenReady: boolean;
    windowIsBlocked: boolean;
    /** The notice option that is marked but not sent yet; null while untouched. */
    noticeMark: boolean | null;
    /** The step that the address names, until the workflow has decided which one is shown. */
    wantedStep: Step | null;
    /** Page of the form to open when returning to it. */
    wantedPage: (FormPlace & { toCorrect?: readonly Correction[] }) | null;
    /** The form page on the screen, or the last one shown. */
    formPlace: FormPlace | null;
    /** Page just changed from the summary, to be found again there. */
    changedPage: string | null;
    /** "Change the data" was requested after the data was completed: the data must be saved to count as editing. */
    reopens: boolean;
    /** A login that was made here was handed in for this application, since its data was last reopened. */
    hasLoggedIn: boolean;
  };

export type ApplicationEvent =
  /** Start without an account. */
  | { type: 'anonymous.chosen' }
  /** Start with the logged-in account. */
  | { type: 'account.chosen' }
  | { type: 'draft.continued' }
  | ({ type: 'viewer.changed' } & Seen)
  /** The person ended the anonymous session, here or in another window. */
  | { type: 'session.erased' }
  | { type: 'locale.changed'; locale: Locale }
  | { type: 'welcome.read' }
  /** The application is to be for another place, by its regional key. */
  | { type: 'place.chosen'; area: string }
  /** A statement of the summary is ticked, or no longer. */
  | { type: 'statement.changed'; id: string; given: boolean }
  /** E-mails about the application are wanted, or not. */
  | { type: 'mails.chosen'; wanted: boolean }
  | { type: 'summary.confirmed' }
  /** The address names another step: the browser's Back and Forward. */
  | { type: 'step.requested'; step: Step }
  /** The person has viewed the confirmed data and goes on to the step that is due. */
  | { type: 'review.ended' }
  /** "Change the data", optionally on one page. */
  | { type: 'data.changeRequested'; page?: string }
  /** One of the notice options is marked; this sends nothing. */
  | { type: 'notice.marked'; accepted: boolean }
  | { type: 'notice.chosen'; accepted: boolean }
  | { type: 'payment.requested' }
  /** The browser refused to open the provider's window. */
  | { type: 'window.blocked' }
  /** The person returned to this window, or the return page reported. */
  | { type: 'payment.returned' }
  | { type: 'submission.requested' }
  /** The person has taken the result along: a document, the page on paper, or the ticket number. */
  | { type: 'result.acknowledged' }
  | { type: 'retry.requested' }
  | { type: 'network.restored' }
  | TabEvent
  | FormReport
  | ConflictReport;
