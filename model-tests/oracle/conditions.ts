/**
 * The conditions of the status table, written from the specification and not from the machine:
 * this file must not import from machines.
 */

/** Facts of a process; the names are those of the contract. Money in cents. */
export type Facts = {
  mode: 'none' | 'start' | 'complete' | 'start_or_complete' | 'start_and_complete';
  feeCents: number;
  paidCents: number;
  noticeAllowed: boolean;
  notice: null | 'accepted' | 'declined';
  hasUser: boolean;
  hasPostbox: boolean;
  loginConfirmed: boolean;
  conflictOpen: boolean;
  running: boolean;
};

/** Data of an event. */
export type Payload = { amountCents?: number; paidConsent?: boolean; hasPostbox?: boolean };

/** Logins needed before sending: any login, one after completion, or none (spec sections 4 and 5). */
const loginNeeded: Record<Facts['mode'], 'never' | 'once' | 'afterCompletion'> = {
  none: 'never',
  start: 'once',
  start_or_complete: 'once',
  complete: 'afterCompletion',
  start_and_complete: 'afterCompletion',
};

const isLoggedInAsNeeded = (facts: Facts): boolean =>
  ({ never: true, once: facts.hasUser, afterCompletion: facts.loginConfirmed })[loginNeeded[facts.mode]];

const conditions = {
  'nothing is being sent': (facts: Facts) => !facts.running,
  'it is being sent': (facts: Facts) => facts.running,
  'nothing is paid': (facts: Facts) => facts.paidCents === 0,
  'something is paid': (facts: Facts) => facts.paidCents > 0,
  'the fee is open': (facts: Facts) => facts.feeCents !== 0 && facts.feeCents !== facts.paidCents,
  'no fee is open': (facts: Facts) => facts.feeCents === 0 || facts.feeCents === facts.paidCents,
  'the notice is offered': (facts: Facts) => facts.noticeAllowed && facts.hasPostbox,
  'the notice is settled': (facts: Facts) =>
    !facts.noticeAllowed || !facts.hasPostbox || facts.notice !== null,
  'the notice was accepted': (facts: Facts) => facts.notice === 'accepted',
  'the login comes without a postbox': (_: Facts, { hasPostbox }: Payload) => hasPostbox === false,
  'the person is logged in as needed': isLoggedInAsNeeded,
  'there is an account': (facts: Facts) => facts.hasUser,
  'a data conflict is open': (facts: Facts) => facts.conflictOpen,
  'every data conflict is decided': (facts: Facts) => !facts.conflictOpen,
  'the amount is the open fee': (facts: Facts, { amountCents }: Payload) =>
    facts.paidCents === 0 && facts.feeCents > 0 && amountCents === facts.feeCents,
  'nothing is paid or the person consents twice': (facts: Facts, { paidConsent }: Payload) =>
    facts.paidCents === 0 || paidConsent === true,
} satisfies Record<string, (facts: Facts, payload: Payload) => boolean>;

export type Condition = keyof typeof conditions;

export const hold = (names: readonly Condition[], facts: Facts, payload: Payload): boolean =>
  names.every((name) => conditions[name](facts, payload));
