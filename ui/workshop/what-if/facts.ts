import { loginModes } from '#domain/login.ts';
import { noticeChoices } from '#domain/process-status.ts';
import { stepOutcomes, submissionSteps } from '#domain/submission-step.ts';

/** Values of facts, by the names of facts. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** Something that can be set: yes or no, an amount in cents, or one of several words. The workshop has a name for each. */
export type Fact = { name: string; initial: boolean } | { name: string; initial: number } | ChoiceFact;
type ChoiceFact = { name: string; initial: string; choices: readonly string[] };

/** A workflow that can be tried: its facts, and how context and events are made of them. */
export type Trial = {
  facts: readonly Fact[];
  context: (facts: Facts) => object;
  /** Data of an event besides its type. */
  event: (type: string, facts: Facts) => object;
  /** Facts that hold in a state, besides those that are set. */
  presumed: (state: string, facts: Facts) => Facts;
};

const yes = (name: string, initial = true): Fact => ({ name, initial });
const no = (name: string): Fact => yes(name, false);
const choice = (name: string, choices: readonly [string, ...string[]]): Fact => ({
  name,
  initial: choices[0],
  choices,
});
const nothing = () => ({});

/** Any moments: guards compare them. */
const [EARLIER, LATER] = ['2026-01-01T10:00:00.000Z', '2026-01-01T11:00:00.000Z'];
const retry = ({ timeLeft }: Facts) => ({
  nextTryAt: timeLeft ? EARLIER : LATER,
  problem: 'tried',
  tryUntil: EARLIER,
});
const tries = () => ({ tries: 0, nextTryAt: EARLIER, tryUntil: EARLIER, problem: null });

const NOBODY_YET = 'none';

/** Statuses that a process with a fee reaches only with that fee paid. */
const PAID = ['PAID', 'SUBMITTED'];

const process: Trial = {
  facts: [
    { name: 'feeCents', initial: 3000 },
    { name: 'paidCents', initial: 0 },
    { name: 'amountCents', initial: 3000 },
    choice('mode', loginModes),
    no('hasUser'),
    no('hasPostbox'),
    no('loginConfirmed'),
    no('noticeAllowed'),
    { name: 'notice', initial: NOBODY_YET, choices: [NOBODY_YET, ...noticeChoices] },
    no('conflictOpen'),
    no('running'),
    no('paidConsent'),
  ],
  context: ({ amountCents: _, paidConsent: __, notice, ...facts }) => ({
    refundDueCents: 0,
    acknowledged: false,
    ...facts,
    notice: notice === NOBODY_YET ? null : notice,
  }),
  event: (_, { feeCents, amountCents, paidConsent, notice, hasPostbox, mode, noticeAllowed }) => ({
    feeCents,
    amountCents,
    paidConsent,
    accepted: notice === 'accepted',
    hasPostbox,
    mode,
    noticeAllowed,
    authenticatedAfterCompletion: true,
  }),
  presumed: (state, { feeCents = 0 }) => ({
    ...(PAID.includes(state) && { paidCents: feeCents }),
    ...(state === 'PAID' && { running: true }),
  }),
};

const payment: Trial = {
  facts: [{ name: 'amountCents', initial: 3000 }],
  context: ({ amountCents }) => ({
    amountCents,
    transactionId: null,
    reference: null,
    paidCents: 0,
    method: null,
    reportedAt: null,
    superseded: false,
  }),
  event: (_, { amountCents }) => ({
    amountCents,
    method: 'CREDITCARD',
    transactionId: 'tried',
    reference: 'tried',
    reportedAt: EARLIER,
  }),
  presumed: nothing,
};

const submission: Trial = {
  facts: [choice('step', submissionSteps), choice('outcome', stepOutcomes), yes('timeLeft')],
  context: ({ step }) => ({ ...tries(), step, repeats: 0, tryUntil: null, nextTryAt: null }),
  event: (_, facts) => ({ step: facts.step, outcome: facts.outcome, reason: 'away', ...retry(facts) }),
  presumed: (state): Facts => (submissionSteps.some((step) => step === state) ? { step: state } : {}),
};

const sentApplication: Trial = {
  facts: [],
  context: () => ({ lastEventAt: null, problems: [] }),
  event: () => ({ issuedAt: EARLIER, problems: [] }),
  presumed: nothing,
};

const operator = (subject: string) => ({ subject, name: subject });

const refund: Trial = {
  facts: [no('byTwo'), yes('mayRepair'), yes('isAnother')],
  context: ({ byTwo }) => ({
    byTwo,
    proposed: { at: EARLIER, by: operator('first'), note: '' },
    returned: null,
  }),
  event: (_, { mayRepair, isAnother }) => ({
    mayRepair,
    by: operator(isAnother ? 'second' : 'first'),
    at: LATER,
    note: '',
  }),
  presumed: nothing,
};

const delivery: Trial = {
  facts: [yes('timeLeft')],
  context: tries,
  event: (_, facts) => ({ reason: 'away', ...retry(facts) }),
  presumed: nothing,
};

/** The workflows of the server that can be tried, by name. An announced interruption depends on the clock alone. */
export const trials = {
  process,
  payment,
  submission,
  sentApplication,
  refund,
  handIn: delivery,
  mail: delivery,
};
export type Tried = keyof typeof trials;

export const isTried = (name: string | undefined): name is Tried =>
  name !== undefined && Object.hasOwn(trials, name);
