import type { ConflictChoice } from '#domain/conflict.ts';
import type { LoginMode } from '#domain/login.ts';
import type { Step } from '#machines/application/application.types.ts';

import type { ForEveryEvent } from '../paths/subject.ts';

/** The calls of the application that can be made to fail, by the name of their actor. */
export type CallOfFlow =
  | 'loadOffer'
  | 'loadTexts'
  | 'findDraft'
  | 'loadProcess'
  | 'openAnonymousSession'
  | 'startProcess'
  | 'takeOver'
  | 'changePlace'
  | 'loadSummary'
  | 'completeProcess'
  | 'chooseNotice'
  | 'startPayment'
  | 'checkPayment'
  | 'submitProcess'
  | 'acknowledgeResult';

type Failing = { failing?: CallOfFlow };

/**
 * An action of the person in the browser, or of others meanwhile: as many events of the machine as it takes until the
 * application is at rest again. `failing` loses the connection for one call.
 */
export type Interaction =
  /** A page load; `first` is the fact that arrives first, the person or the subject of the page. */
  | ({
      type: 'page.opened';
      what: 'service' | 'process' | 'nothing' | 'elsewhere';
      first: 'person' | 'page';
    } & Failing)
  | ({ type: 'anonymous.chosen' } & Failing)
  | ({ type: 'account.chosen' } & Failing)
  | { type: 'draft.continued' }
  | { type: 'login.atStart' }
  | ({ type: 'login.beforeSending' } & Failing)
  /** Logged in, but the application was not handed over. */
  | { type: 'takeOver.retried' }
  /** A login in another window of the same browser. */
  | { type: 'login.elsewhere' }
  /** A login in another window of the same browser: the same person at a lower trust level, or another one. */
  | { type: 'login.changedElsewhere'; to: 'lower' | 'somebodyElse' }
  /** The person moves, and logs in at another device with the new address: it is not that of the draft. */
  | { type: 'account.changed' }
  | { type: 'conflict.decided'; choice: ConflictChoice }
  /** The session ends on the server; this window does not know yet. */
  | { type: 'session.ended' }
  /** "End and delete", without an account. */
  | { type: 'session.erased' }
  /** The draft's time runs out, and with it the session. */
  | { type: 'weeks.passed' }
  | { type: 'welcome.read' }
  /** `meanwhile`: the address names another step before the answer arrives. */
  | ({ type: 'place.chosen'; meanwhile?: Step } & Failing)
  | ({ type: 'form.filled'; feeCents: number } & Failing)
  | { type: 'form.left' }
  /** Input although the draft is gone. */
  | { type: 'form.typedInVain' }
  | { type: 'data.changeRequested' }
  | { type: 'page.reloaded' }
  /** A link to a step of this application; the same as the browser's Back and Forward. */
  | ({ type: 'address.followed'; step: Step } & Failing)
  | { type: 'review.ended' }
  /** Confirmed with all of its statements ticked. */
  | ({ type: 'summary.confirmed'; meanwhile?: Step } & Failing)
  /** Confirmed with none of them; ticks are cleared first. */
  | { type: 'summary.confirmedUnstated' }
  | { type: 'notice.marked' }
  | ({ type: 'notice.chosen' } & Failing)
  | ({ type: 'payment.requested'; blocked?: true } & Failing)
  | { type: 'payment.made' }
  | { type: 'payment.madeWithoutReturn' }
  | { type: 'payment.cancelled' }
  /** Paid at the provider's page of the cancelled payment. */
  | ({ type: 'payment.madeAfterAll' } & Failing)
  | { type: 'payment.leftAgain' }
  | ({ type: 'payment.waitedFor' } & Failing)
  | ({ type: 'submission.requested' } & Failing)
  | ({ type: 'submission.waitedFor' } & Failing)
  | ({ type: 'delivery.decided'; verdict: 'pass' | 'refuse' } & Failing)
  /** Without an account: the person takes the ticket number along. */
  | ({ type: 'result.taken' } & Failing)
  | { type: 'acknowledgement.waitedFor' }
  | { type: 'retry.requested' }
  | { type: 'network.interrupted' }
  | ({ type: 'language.changed' } & Failing)
  | { type: 'otherWindow.acted'; what: 'data' | 'completed' | 'sent' | 'deleted' | 'decided' };

/** An offer of the probe content, whether the person is already logged in, and whether the account has a postbox. */
export type Beginning = {
  mode: LoginMode;
  noticeAllowed: boolean;
  loggedIn: boolean;
  hasPostbox: boolean;
  /** The trust level that the offer requires. */
  trustLevel: 'low' | 'substantial';
};

const failure = ({ failing }: Failing) => (failing ? `; ${failing} gets no answer` : '');

const alsoAsked = ({ meanwhile }: { meanwhile?: Step }) =>
  meanwhile ? `, and ${meanwhile} asked for meanwhile` : '';

/** The sentence of an interaction. */
export const interactionSentences: ForEveryEvent<Interaction, string> = {
  'page.opened': (it) => `the page of ${it.what} is opened, the ${it.first} is known first${failure(it)}`,
  'anonymous.chosen': (it) => `the person starts without an account${failure(it)}`,
  'account.chosen': (it) => `the person starts with the account${failure(it)}`,
  'draft.continued': () => 'the person continues the draft',
  'login.atStart': () => 'the person logs in at the start',
  'login.beforeSending': (it) => `the person logs in before sending${failure(it)}`,
  'takeOver.retried': () => 'the person has the application handed over again',
  'login.elsewhere': () => 'the person logs in in another window',
  'login.changedElsewhere': ({ to }) => `in another window the login becomes that of: ${to}`,
  'account.changed': () => 'the person moves, as the account knows since a login at another device',
  'conflict.decided': ({ choice }) =>
    ({
      apply: "the person takes the account's data",
      keep: 'the person keeps their own data',
      correct: 'the person corrects their own data',
    })[choice],
  'session.ended': () => 'the session ends at the service',
  'session.erased': () => 'the person ends and deletes',
  'weeks.passed': () => 'the person comes back when the draft is no longer kept',
  'place.chosen': (it) => `a place is chosen${alsoAsked(it)}${failure(it)}`,
  'welcome.read': () => 'the welcome page is read',
  'form.filled': (it) => `the form is filled in, the fee is ${it.feeCents} cents${failure(it)}`,
  'form.left': () => 'the first page is left backwards',
  'form.typedInVain': () => 'something is typed into a draft that is gone',
  'data.changeRequested': () => 'the data is to be changed',
  'page.reloaded': () => 'the page is loaded anew',
  'address.followed': (it) => `the address names the step ${it.step}${failure(it)}`,
  'review.ended': () => 'the person goes on from what was confirmed',
  'summary.confirmed': (it) => `the summary is confirmed${alsoAsked(it)}${failure(it)}`,
  'summary.confirmedUnstated': () => 'the summary is confirmed without a tick',
  'notice.marked': () => 'a way of the notice is marked',
  'notice.chosen': (it) => `the notice is chosen${failure(it)}`,
  'payment.requested': (it) =>
    `the person wants to pay${it.blocked ? ', the browser blocks the window' : ''}${failure(it)}`,
  'payment.made': () => 'the person pays and comes back',
  'payment.madeWithoutReturn': () => 'the person pays and does not come back',
  'payment.cancelled': () => 'the person cancels the payment',
  'payment.madeAfterAll': (it) => `the person pays the cancelled payment after all${failure(it)}`,
  'payment.leftAgain': () => 'the person comes back from the cancelled payment once more',
  'payment.waitedFor': (it) => `time passes while a payment is open${failure(it)}`,
  'submission.requested': (it) => `the person sends${failure(it)}`,
  'submission.waitedFor': (it) => `time passes while the application is sent${failure(it)}`,
  'delivery.decided': (it) =>
    `the delivery service ${it.verdict === 'pass' ? 'takes' : 'refuses'} the application${failure(it)}`,
  'result.taken': (it) => `the person copies the ticket number${failure(it)}`,
  'acknowledgement.waitedFor': () => 'time passes until the result can be acknowledged',
  'retry.requested': () => 'the person tries again',
  'network.interrupted': () => 'the network is lost and comes back',
  'language.changed': (it) => `the language is changed${failure(it)}`,
  'otherWindow.acted': (it) => `in another window: ${it.what}`,
};
