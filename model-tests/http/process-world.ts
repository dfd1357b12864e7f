import { begin } from '#machines/kit/advance.ts';
import { loginIsDue } from '#machines/process/process.guards.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { goesOnByItself, type ProcessRow } from '#machines/process/process.selectors.ts';
import type {
  ProcessContext,
  ProcessEvent,
  ProcessEventType,
  ProcessInput,
} from '#machines/process/process.types.ts';
import type { Edge, Graph, Node } from '../paths/graph.ts';
import { type Path, toPath } from '../paths/path.ts';
import type { Start } from '../paths/subject.ts';
import { ask, resume, type Taken, take } from '../paths/take.ts';
import { FEE, OTHER_FEE } from '../subjects/process.ts';

/** Knowledge of the partners in addition to the process: it decides which facts they can report. */
export type World = {
  /** Payment attempts in their order, at most two. */
  attempts: readonly { amountCents: number; state: 'open' | 'closed' | 'paid' }[];
  /** Time of the person's login: never, before the data was completed, or after. */
  login: 'none' | 'before' | 'after';
};

type Configuration = { state: string; context: ProcessContext; world: World };

const MAX_ATTEMPTS = 2;

/** The attempt for a reported amount: the newest one that is not paid. */
export const attemptToPay = <A extends { amountCents: number; state: string }>(
  attempts: readonly A[],
  amountCents: number,
): A | undefined => attempts.findLast((it) => it.amountCents === amountCents && it.state !== 'paid');

/** True if an event can happen at all. A call can always be made, even a refused one. */
const canHappen: {
  [T in ProcessEventType]: (
    configuration: Configuration,
    event: Extract<ProcessEvent, { type: T }>,
  ) => boolean;
} = {
  // The server takes the fee from the completed data only. The walk changes more than a conflict has named.
  'form.progressed': (_, { feeCents, loginHolds }) => feeCents === undefined && !loginHolds,
  'form.completed': (_, { loginHolds }) => !loginHolds,
  // Money of a payment in progress goes to the authority of its place.
  'place.changed': ({ world }) => world.attempts.length === 0,
  'notice.chosen': () => true,
  'payment.started': ({ world }) => isOpen(world) || world.attempts.length < MAX_ATTEMPTS,
  'payment.settled': ({ world }, { amountCents }) => attemptToPay(world.attempts, amountCents) !== undefined,
  'payment.failed': ({ world }) => isOpen(world),
  'payment.cancelled': ({ world }) => isOpen(world),
  'submission.requested': () => true,
  'submission.completed': ({ context }) => context.running,
  'submission.failed': ({ context }) => context.running,
  // Colleagues are walked apart (confirming-login.test.ts).
  'user.changed': ({ state, context, world }, { authenticatedAfterCompletion, hasPostbox, loginHolds }) =>
    loginHolds !== false &&
    (authenticatedAfterCompletion ||
      isForm(state) ||
      // Only a new login brings news of the postbox.
      (hasPostbox === context.hasPostbox &&
        (world.login === 'before' || (world.login === 'after' && context.loginConfirmed)))),
  // The server compares at a login of the owner.
  'conflict.found': ({ context }) => context.hasUser,
  'conflict.settled': (_, { loginHolds }) => loginHolds !== false,
  'draft.deleted': () => true,
  'result.acknowledged': () => true,
};

const isForm = (state: string) => state === 'CREATED' || state === 'EDITING';
const isOpen = ({ attempts }: World) => attempts.at(-1)?.state === 'open';

/**
 * The reason why no call sends an event; null if one does. Reports of partners and of the server's own jobs cannot come
 * at a wrong time: they are only ever recorded as the answer to a question.
 */
export const reportedEvents: Record<ProcessEventType, string | null> = {
  'form.progressed': null,
  'form.completed': null,
  'place.changed': null,
  'notice.chosen': null,
  'payment.started': null,
  'payment.settled': 'the provider says so on being asked, once an attempt',
  'payment.failed': 'the provider says so on being asked, for the open attempt alone',
  'payment.cancelled': 'the provider says so on being asked, for the open attempt alone',
  'submission.requested': null,
  'submission.completed': 'the end of the job that the submission started',
  'submission.failed': 'the end of the job that the submission started',
  'user.changed': null,
  'conflict.found': 'the service finds it when it compares, and only where it may be open',
  'conflict.settled': null,
  'draft.deleted': null,
  'result.acknowledged': null,
};

const events: readonly ProcessEvent[] = [
  { type: 'form.progressed' },
  { type: 'form.completed', feeCents: 0 },
  { type: 'form.completed', feeCents: FEE },
  { type: 'form.completed', feeCents: OTHER_FEE },
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
  { type: 'user.changed', authenticatedAfterCompletion: true, hasPostbox: false },
  { type: 'user.changed', authenticatedAfterCompletion: false, hasPostbox: false },
  { type: 'conflict.found' },
  { type: 'conflict.settled' },
  { type: 'draft.deleted', paidConsent: true },
  { type: 'draft.deleted', paidConsent: false },
  { type: 'result.acknowledged' },
];

/** A postbox affects only the notice. */
const makesNoDifference = ({ input }: Start<ProcessInput>, event: ProcessEvent): boolean =>
  !input.noticeAllowed && event.type === 'user.changed' && !event.hasPostbox;

/** The world after an accepted event. */
function worldAfter({ state, context, world }: Configuration, event: ProcessEvent): World {
  const { attempts } = world;
  const last = (state: 'closed') => [...attempts.slice(0, -1), { ...attempts.at(-1)!, state }];
  switch (event.type) {
    case 'payment.started':
      if (isOpen(world)) return world;
      return { ...world, attempts: [...attempts, { amountCents: context.feeCents, state: 'open' }] };
    case 'payment.failed':
    case 'payment.cancelled':
      return { ...world, attempts: last('closed') };
    case 'payment.settled': {
      const paid = attemptToPay(attempts, event.amountCents);
      const pays = context.paidCents === 0 && event.amountCents === context.feeCents;
      return {
        ...world,
        attempts: attempts.map((it) => {
          if (it === paid) return { ...it, state: 'paid' };
          return pays && it.state === 'open' ? { ...it, state: 'closed' } : it;
        }),
      };
    }
    case 'form.completed':
      return { ...world, login: world.login === 'none' ? 'none' : 'before' };
    case 'user.changed':
      if (event.authenticatedAfterCompletion) return { ...world, login: 'after' };
      return { ...world, login: isForm(state) && world.login === 'none' ? 'after' : world.login };
    default:
      return world;
  }
}

const keyOf = ({ state, context, world }: Configuration): string =>
  `${state} ${JSON.stringify({
    feeCents: context.feeCents,
    paidCents: context.paidCents,
    notice: context.notice,
    hasUser: context.hasUser,
    hasPostbox: context.hasPostbox,
    loginIsDue: loginIsDue(context),
    loginConfirmed: context.loginConfirmed,
    running: context.running,
    conflictOpen: context.conflictOpen,
    world,
  })}`;

/** Result of an event; without a snapshot it is refused. */
type Step = Omit<Taken, 'snapshot'> & { snapshot: Taken['snapshot'] | null };

/** Answers of the machine in a state, each event asked once. */
function answersTo(input: ProcessInput, state: string, context: ProcessContext) {
  const snapshot = resume(processMachine, { state, context });
  const known = new Map<ProcessEvent, Step>();
  const answer = (event: ProcessEvent): Step => {
    const { isAccepted, outcomes } = ask(processMachine, snapshot, event);
    return isAccepted
      ? take(processMachine, input, snapshot, event)
      : { snapshot: null, arrows: [], outcomes };
  };
  return (event: ProcessEvent): Step => {
    const step = known.get(event) ?? answer(event);
    known.set(event, step);
    return step;
  };
}

const requested: ProcessEvent = { type: 'submission.requested' };

/** Everything that can happen to a process from one start, as far as partners and people can make it happen. */
export function exploreWorld(start: Start<ProcessInput>): Graph<ProcessEvent> {
  const known = new Map<string, (event: ProcessEvent) => Step>();
  /** Answers of the machine to events. It does not know the world, so many configurations share an answer. */
  const answersOf = (state: string, context: ProcessContext): ((event: ProcessEvent) => Step) => {
    const key = JSON.stringify([state, context]);
    const answers = known.get(key) ?? answersTo(start.input, state, context);
    known.set(key, answers);
    return answers;
  };
  /** Final result of an event, including the arrow that the server takes automatically. */
  const afterAll = ({ snapshot, arrows, outcomes }: Taken) => {
    const row = { state: String(snapshot.value), context: snapshot.context } as ProcessRow;
    const next = goesOnByItself(row) ? answersOf(row.state, row.context)(requested) : null;
    return {
      context: (next?.snapshot ?? snapshot).context as ProcessContext,
      state: row.state,
      arrows: [...arrows, ...(next?.arrows ?? [])],
      outcomes: [...outcomes, ...(next?.outcomes ?? [])],
    };
  };
  const first: Configuration = {
    ...begin(processMachine, start.input),
    world: { attempts: [], login: start.input.hasUser ? 'before' : 'none' },
  };
  const configurations = new Map<string, { node: Node<ProcessEvent>; configuration: Configuration }>();
  const enter = (configuration: Configuration) => {
    const key = keyOf(configuration);
    const known = configurations.get(key);
    if (known) return known.node;
    const node: Node<ProcessEvent> = {
      key,
      state: configuration.state,
      context: { ...configuration.context, world: configuration.world },
      edges: [],
      refused: [],
      refusals: new Map(),
      first: null,
    };
    configurations.set(key, { node, configuration });
    return node;
  };
  const root = enter(first);
  const { mode, noticeAllowed } = start.input;
  // The fee of the probe is known once the form is completed.
  const placeChanged: ProcessEvent = { type: 'place.changed', mode, noticeAllowed, feeCents: 0 };
  for (const { node, configuration } of configurations.values()) {
    if (configuration.state === 'deleted') continue;
    const answerTo = answersOf(configuration.state, configuration.context);
    for (const event of [...events, placeChanged]) {
      if (!canHappen[event.type](configuration, event as never) || makesNoDifference(start, event)) continue;
      const taken = answerTo(event);
      const { snapshot } = taken;
      if (!snapshot) {
        if (reportedEvents[event.type] !== null) continue;
        node.refused.push(event);
        node.refusals.set(event, taken.outcomes);
        continue;
      }
      const { state, arrows, outcomes, context: now } = afterAll({ ...taken, snapshot });
      const isNew = configurations.size;
      const to = enter({
        state,
        // Facts that no guard checks must not create separate configurations.
        context: { ...now, refundDueCents: 0, acknowledged: false },
        world: worldAfter(configuration, event),
      });
      const edge: Edge<ProcessEvent> = { event, from: node, to, arrows, outcomes };
      node.edges.push(edge);
      if (configurations.size > isNew) to.first = edge;
    }
  }
  const nodes = [...configurations.values()].map(({ node }) => node);
  return { start: start.id, entry: [], entryOutcomes: [], root, nodes };
}

/** A path determined by the events only, without automatic acts of the server. */
function straight(start: Start<ProcessInput>, events: readonly ProcessEvent[]): Path<ProcessEvent> {
  let row: ProcessRow = begin(processMachine, start.input);
  const steps = events.map((event) => {
    const {
      snapshot: next,
      arrows,
      outcomes,
    } = take(processMachine, start.input, resume(processMachine, row), event);
    const from = row.state;
    row = { state: String(next.value) as ProcessRow['state'], context: next.context as ProcessContext };
    return { event, from, to: row.state, refused: false, arrows, outcomes, configuration: from };
  });
  return toPath('process', start.id, steps);
}

/**
 * Paid, but not sent: the authority changed the form while the payment was open, so it is unknown whether the person
 * would confirm the stored data. Returned with the number of steps before that change.
 */
export const heldPath = (start: Start<ProcessInput>) => ({
  path: straight(start, [
    { type: 'form.completed', feeCents: FEE },
    { type: 'payment.started' },
    { type: 'payment.settled', amountCents: FEE },
    { type: 'user.changed', authenticatedAfterCompletion: false, hasPostbox: start.input.hasPostbox },
    { type: 'draft.deleted', paidConsent: true },
  ]),
  stepsBefore: 2,
});
