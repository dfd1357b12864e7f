import { advance } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type { ProcessContext, ProcessEvent, ProcessState } from '#machines/process/process.types.ts';
import type { Node } from '../paths/graph.ts';
import type { Refusals } from '../paths/on-the-way.ts';
import { processSubject } from '../subjects/process.ts';
import type { World } from './process-world.ts';

type Situation = ProcessContext & { world: World };

const situationOf = ({ context }: Node<ProcessEvent>) => context as Situation;

/** The process without one reason for a refusal. */
const without: Record<string, (context: ProcessContext) => Partial<ProcessContext>> = {
  'it is being sent': () => ({ running: false }),
  'a conflict is open': () => ({ conflictOpen: false }),
  'no conflict is open': () => ({ conflictOpen: true }),
  'a fee is due': () => ({ feeCents: 0, paidCents: 0 }),
  'no fee is due': ({ feeCents }) => ({ feeCents: feeCents || 1, paidCents: 0 }),
  'it is paid': () => ({ paidCents: 0 }),
  'the notice is not allowed': () => ({ noticeAllowed: true }),
  'there is no postbox': () => ({ hasPostbox: true }),
  'the notice is to be chosen': () => ({ notice: 'declined' }),
  'a login is due': () => ({ hasUser: true, loginConfirmed: true }),
};

/** Reasons each of which alone makes the machine refuse an event. */
function onlyReasons(node: Node<ProcessEvent>, event: ProcessEvent): string[] {
  const { world: _, ...context } = situationOf(node);
  const isAccepted = (change: Partial<ProcessContext>) =>
    advance(processMachine, { state: node.state as ProcessState, context: { ...context, ...change } }, event)
      .accepted;
  return Object.keys(without).filter((reason) => isAccepted(without[reason]!(context)));
}

/** Calls before which the server asks the provider about the attempts to pay. */
const asksProvider: ReadonlySet<string> = new Set<ProcessEvent['type']>([
  'payment.started',
  'form.progressed',
]);

/** Circumstances of a call besides the machine's reasons: the owner, the job, and the state at the provider. */
function circumstances({ hasUser, running, world }: Situation, { type }: ProcessEvent): string[] {
  const attempt = world.attempts.at(-1)?.state ?? 'none';
  return [
    hasUser ? 'with an owner' : 'without an owner',
    running ? 'while it is being sent' : 'at rest',
    ...(asksProvider.has(type) ? [`attempt to pay: ${attempt}`] : []),
  ];
}

/** The fee of a completion is that of the data, whatever the event says: one call. */
const callOf = (event: ProcessEvent): string =>
  event.type === 'form.completed' ? event.type : JSON.stringify(event);

/**
 * Refused calls to try in every status: each with its values, for each reason alone, and in each of the circumstances.
 */
export const processRefusals: Refusals<ProcessEvent> = {
  shownBy: (node, event) =>
    [
      ...onlyReasons(node, event).map((reason) => `only because ${reason}`),
      ...circumstances(situationOf(node), event),
    ].map((it) => `${node.state} ${callOf(event)}: ${it}`),
  kindOf: (node) => {
    const { world, ...context } = situationOf(node);
    const { noticeAllowed, hasPostbox } = context;
    const facts = processSubject.abstraction(context, node.state);
    const attempt = world.attempts.at(-1)?.state;
    return JSON.stringify([node.state, facts, noticeAllowed, hasPostbox, attempt, node.refused]);
  },
  // A login counts for what comes after it, whether the process takes it over or not.
  isLast: ({ type }) => type === 'user.changed',
};
