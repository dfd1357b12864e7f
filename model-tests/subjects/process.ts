import { loginModes } from '#domain/login.ts';
import { loginIsDue } from '#machines/process/process.guards.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type { ProcessContext, ProcessEvent, ProcessInput } from '#machines/process/process.types.ts';
import type { Start, Subject } from '../paths/subject.ts';

/** The fees of the forms in the walks, in cents: at first, and after the data has changed. */
export const FEE = 1100;
export const OTHER_FEE = 2200;

type Person = { name: string; hasUser: boolean; hasPostbox: boolean };
const anonymous: Person = { name: 'anonymous', hasUser: false, hasPostbox: false };
const withoutPostbox: Person = { name: 'logged in, no postbox', hasUser: true, hasPostbox: false };
const withPostbox: Person = { name: 'logged in', hasUser: true, hasPostbox: true };
/** A postbox makes a difference only where the notice can be sent to it. */
const persons = { allowed: [anonymous, withoutPostbox, withPostbox], notAllowed: [anonymous, withPostbox] };

/** Every mode with and without fee and notice, and every kind of person. */
const starts: Start<ProcessInput>[] = loginModes.flatMap((mode) =>
  [0, FEE].flatMap((feeCents) =>
    [false, true].flatMap((noticeAllowed) =>
      persons[noticeAllowed ? 'allowed' : 'notAllowed'].map(({ name, hasUser, hasPostbox }) => ({
        id: [
          `mode ${mode}`,
          feeCents > 0 ? 'with fee' : 'free',
          ...(noticeAllowed ? ['notice allowed'] : []),
          name,
        ].join(', '),
        input: { mode, feeCents, noticeAllowed, hasUser, hasPostbox },
      })),
    ),
  ),
);

const events: readonly ProcessEvent[] = [
  { type: 'form.progressed' },
  { type: 'form.progressed', feeCents: OTHER_FEE },
  { type: 'form.progressed', loginHolds: true },
  { type: 'form.completed', feeCents: 0 },
  { type: 'form.completed', feeCents: FEE },
  { type: 'form.completed', feeCents: OTHER_FEE },
  { type: 'form.completed', feeCents: FEE, loginHolds: true },
  { type: 'notice.chosen', accepted: true },
  { type: 'notice.chosen', accepted: false },
  { type: 'payment.started' },
  { type: 'payment.settled', amountCents: FEE },
  { type: 'payment.settled', amountCents: OTHER_FEE },
  { type: 'payment.failed' },
  { type: 'payment.cancelled' },
  { type: 'submission.requested' },
  { type: 'submission.completed' },
  { type: 'submission.failed' },
  { type: 'user.changed', authenticatedAfterCompletion: true, hasPostbox: true },
  { type: 'user.changed', authenticatedAfterCompletion: false, hasPostbox: true },
  { type: 'user.changed', authenticatedAfterCompletion: false, hasPostbox: true, loginHolds: false },
  { type: 'user.changed', authenticatedAfterCompletion: true, hasPostbox: false },
  { type: 'user.changed', authenticatedAfterCompletion: false, hasPostbox: false },
  { type: 'user.changed', authenticatedAfterCompletion: true, hasPostbox: true, feeCents: OTHER_FEE },
  { type: 'user.changed', authenticatedAfterCompletion: true, hasPostbox: false, feeCents: OTHER_FEE },
  { type: 'conflict.found' },
  { type: 'conflict.settled' },
  { type: 'conflict.settled', loginHolds: false },
  { type: 'draft.deleted', paidConsent: true },
  { type: 'draft.deleted', paidConsent: false },
  { type: 'result.acknowledged' },
];

const euro = (cents: number) => `${(cents / 100).toFixed(2)} €`;

export const processSubject: Subject<ProcessEvent, ProcessContext, ProcessInput> = {
  name: 'process',
  machine: processMachine,
  starts,
  events: ({ context: { mode, noticeAllowed } }) => [
    ...events,
    { type: 'place.changed', mode, noticeAllowed, feeCents: OTHER_FEE },
  ],
  abstraction: (context) => ({
    feeCents: context.feeCents,
    paidCents: context.paidCents,
    notice: context.notice,
    hasPostboxForNotice: context.noticeAllowed && context.hasPostbox,
    loginIsDue: loginIsDue(context),
    hasUser: context.hasUser,
    conflictOpen: context.conflictOpen,
    running: context.running,
  }),
  sentences: {
    'form.progressed': ({ feeCents, loginHolds }) =>
      'data is saved' +
      (feeCents === undefined ? '' : `, the fee is ${euro(feeCents)} now`) +
      (loginHolds ? ', and the login before still counts' : ''),
    'form.completed': ({ feeCents, loginHolds }) =>
      `the data is completed with a fee of ${euro(feeCents)}` +
      (loginHolds ? ', and the login before still counts' : ''),
    'place.changed': ({ feeCents }) => `another place is chosen, where the fee is ${euro(feeCents)}`,
    'notice.chosen': ({ accepted }) => `the electronic notice is ${accepted ? 'accepted' : 'declined'}`,
    'payment.started': () => 'a payment is opened',
    'payment.settled': ({ amountCents }) => `the provider reports ${euro(amountCents)} as paid`,
    'payment.failed': () => 'the provider reports that the payment failed',
    'payment.cancelled': () => 'the provider reports that the payment was cancelled',
    'submission.requested': () => 'the application is to be sent',
    'submission.completed': () => 'the submission has delivered the application',
    'submission.failed': () => 'the submission has failed',
    'user.changed': ({ authenticatedAfterCompletion, hasPostbox, feeCents, loginHolds }) =>
      `${loginHolds === false ? 'somebody else of the company' : 'the person'} logs in ${hasPostbox ? 'with' : 'without'} a postbox` +
      (authenticatedAfterCompletion ? ' to confirm the data' : '') +
      (feeCents === undefined ? '' : `, the fee is ${euro(feeCents)} now`),
    'conflict.found': () => 'the data of the account differs from the form',
    'conflict.settled': ({ loginHolds }) =>
      `${loginHolds === false ? 'somebody else of the company' : 'the person'} has decided about every difference`,
    'draft.deleted': ({ paidConsent }) =>
      paidConsent ? 'the draft is deleted with consent to lose what is paid' : 'the draft is deleted',
    'result.acknowledged': () => 'the result is taken',
  },
};
