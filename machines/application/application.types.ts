import type { Locale } from '#domain/locale.ts';
import type { OfferView } from '#domain/offer.ts';
import type { ProcessView } from '#domain/process.ts';
import type { SummaryView } from '#domain/summary.ts';
import type { FormReport, FormRules } from '../form/form.types.ts';
import type { Problem } from '../kit/problem.ts';
import type { LoginOutcome } from '../login/login.types.ts';
import type { Account, Viewer } from '../session/session.types.ts';

/** A service at a place. */
export type Beginning = { leiKaId: string; area: string };

/** An application begins with a service at a place, or with a process that exists. */
export type ApplicationStart = ({ kind: 'service' } & Beginning) | { kind: 'process'; processId: string };

/** A page of the form, and whether it is only changed from the summary. */
export type FormPlace = { page: string; returnsToSummary: boolean };

/**
 * A place of the application in the history of the browser, as its address names it: a page of the form by its
 * key, the same page while it is changed from the summary, or another step.
 */
export type Step =
  | `page.${string}`
  | `change.${string}`
  | 'welcome'
  | 'summary'
  | 'notice'
  | 'login'
  | 'payment'
  | 'submission'
  | 'result';

export type ApplicationInput = {
  start: ApplicationStart;
  /** The step that the address names; it is shown where the workflow allows it. */
  step?: Step | null;
  /** What the application was begun with, when it was without an account; as the history of the window knows it. */
  begun?: Beginning | null;
  locale: Locale;
  viewer: Viewer;
  /** Null unless the viewer has an account. */
  account: Account | null;
  /** Outcome of the login that this page load comes back from. */
  loginOutcome: LoginOutcome | null;
  rules: FormRules;
};

export type ApplicationContext = Omit<ApplicationInput, 'step' | 'begun'> & {
  begun: Beginning | null;
  offer: OfferView | null;
  areaName: string;
  /** The newest open process for the same form, offered to be continued. */
  draft: ProcessView | null;
  process: ProcessView | null;
  summary: SummaryView | null;
  problem: Problem | null;
  /** The summary was confirmed in this window: what follows it needs no further button. */
  sendsWhenReady: boolean;
  windowIsBlocked: boolean;
  /** What is marked of the notice and not sent yet; null while nothing was touched. */
  noticeMark: boolean | null;
  /** The step that the address names, until it is decided what is shown. */
  wantedStep: Step | null;
  /** Page of the form to open when going back into it. */
  wantedPage: FormPlace | null;
  /** The page of the form that is on the screen, or was last. */
  formPlace: FormPlace | null;
  /** Page that was just changed from the summary, to be found again there. */
  changedPage: string | null;
  /** "Change the data" was asked for after the data was completed: it must be saved to count as editing. */
  reopens: boolean;
};

export type ApplicationEvent =
  /** Start without an account. */
  | { type: 'anonymous.chosen' }
  /** Start with the account that is logged in. */
  | { type: 'account.chosen' }
  | { type: 'draft.continued' }
  | { type: 'viewer.changed'; viewer: Viewer; account: Account | null }
  /** The person has ended the anonymous session, here or in another window. */
  | { type: 'session.erased' }
  | { type: 'locale.changed'; locale: Locale }
  | { type: 'welcome.read' }
  | { type: 'summary.confirmed' }
  /** The address names another step: Back and Forward of the browser. */
  | { type: 'step.requested'; step: Step }
  /** Enough looked at what was confirmed: on to the step that is due. */
  | { type: 'review.ended' }
  /** "Change the data", optionally on one page. */
  | { type: 'data.changeRequested'; page?: string }
  /** One of the ways of the notice is marked; nothing is sent by that. */
  | { type: 'notice.marked'; accepted: boolean }
  | { type: 'notice.chosen'; accepted: boolean }
  | { type: 'payment.requested' }
  /** The browser refused to open the provider's window. */
  | { type: 'window.blocked' }
  /** The person came back to this window, or the return page reported. */
  | { type: 'payment.returned' }
  | { type: 'submission.requested' }
  | { type: 'result.acknowledged' }
  | { type: 'retry.requested' }
  | { type: 'network.restored' }
  | FormReport;
