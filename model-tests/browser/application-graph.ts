import type { EventObject } from 'xstate';
import type { ConflictChoice } from '#domain/conflict.ts';
import type { ApplicationStart } from '#machines/application/application.types.ts';
import type { Edge, Graph, Node } from '../paths/graph.ts';
import type { Beginning, Interaction } from './application-interactions.ts';
import { ApplicationModel } from './application-world.ts';

const FEE = 3070;
const LIMIT = 6_000;

/** Applies an interaction to the model; false where it cannot happen. */
type Effect<D> = (model: ApplicationModel, interaction: D) => boolean;

const saved = (status: string): EventObject =>
  ({ type: 'form.saved', saved: { status, version: 0, savedAt: '', availableUntil: '' } }) as EventObject;

/** Applying the account's value changes the data. An own entry stays unchanged. */
function decide(model: ApplicationModel, choice: ConflictChoice): void {
  if (choice === 'apply') model.move({ type: 'form.progressed' });
  model.move({ type: 'conflict.settled' }, choice === 'apply');
}

/** The screen of a conflict asks the server, and learns that no decision is left. */
function endConflict(model: ApplicationModel): boolean {
  const { process } = model.world;
  if (process?.context.conflictOpen) return false;
  const problem = { code: 'not-found' };
  model.send(process ? { type: 'conflict.vanished' } : ({ type: 'conflict.lost', problem } as EventObject));
  return true;
}

/** Requests to change completed data. The form is saved at once, which makes the process a draft again. */
function reopen(model: ApplicationModel): void {
  model.send({ type: 'data.changeRequested' });
  save(model);
}

function save(model: ApplicationModel): void {
  model.move({ type: 'form.progressed' });
  const { state, version } = model.world.process!;
  const event = saved(state) as EventObject & { saved: { version: number } };
  model.send({ ...event, saved: { ...event.saved, version } } as EventObject);
}

const service = (leiKaId: string, area: string): ApplicationStart => ({ kind: 'service', leiKaId, area });
const starts: Record<Extract<Interaction, { type: 'page.opened' }>['what'], ApplicationStart> = {
  service: service('probe', 'here'),
  nothing: service('unknown', 'here'),
  elsewhere: service('probe', 'elsewhere'),
  process: { kind: 'process', processId: 'p' },
};

const on = (model: ApplicationModel, ...states: string[]) => states.includes(model.state);
const isFresh = (model: ApplicationModel) => !model.isStale && model.world.session !== 'none';
const reopenable = [
  'confirmed.shown',
  'notice.offered',
  'login',
  'payment.offered',
  'payment.failed.resting',
  'ready',
  'submitFailed',
];

const effects: { [T in Interaction['type']]: Effect<Extract<Interaction, { type: T }>> } = {
  'page.opened': (model, { what, first, failing }) => {
    const isFirst = model.snapshot === null;
    if (what === 'process' ? model.world.process === null : !isFirst && what !== 'service') return false;
    if (what === 'service' && !isFirst && (failing || first === 'page' || !on(model, 'open.filling')))
      return false;
    if (model.world.delivery === 'held' && failing) return false;
    model.load(starts[what], { first, failing });
    return true;
  },
  'anonymous.chosen': (model, { failing }) => {
    if (
      !on(model, 'starting.offered') ||
      !['none', 'complete', 'start_or_complete'].includes(model.beginning.mode)
    )
      return false;
    if (model.world.session === 'account' || model.world.process) return false;
    model.send({ type: 'anonymous.chosen' }, failing);
    return true;
  },
  'account.chosen': (model, { failing }) => {
    if (!on(model, 'starting.offered') || model.context!.viewer !== 'account' || model.world.process)
      return false;
    model.send({ type: 'account.chosen' }, failing);
    return true;
  },
  'draft.continued': (model) => {
    if (!on(model, 'starting.offered') || !model.context!.draft) return false;
    model.send({ type: 'draft.continued' });
    return true;
  },
  'login.atStart': (model) => {
    if (!on(model, 'starting.offered') || model.context!.viewer !== 'none' || model.world.process)
      return false;
    model.logIn();
    model.load(starts.service, { first: 'person', loggedIn: true, failing: undefined });
    return true;
  },
  'login.beforeSending': (model, { failing }) => {
    if (!on(model, 'login')) return false;
    model.logIn();
    model.load(starts.process, { first: 'person', loggedIn: true, failing });
    return true;
  },
  'takeOver.retried': (model) => {
    if (!on(model, 'login') || model.world.session !== 'account') return false;
    if (model.world.process!.owner !== 'anonymous') return false;
    model.send({ type: 'retry.requested' });
    return true;
  },
  'login.elsewhere': (model) => {
    const waits = [
      'starting.offered',
      'notFound',
      'levelTooLow',
      'failed',
      'open.filling',
      'open.summary.unavailable',
    ];
    if (!on(model, ...waits) || model.world.session === 'account') return false;
    if (model.world.process?.isExpired && !on(model, 'notFound')) return false;
    model.logIn();
    model.meet();
    return true;
  },
  'login.changedElsewhere': (model, { to }) => {
    const isLower = to === 'lower';
    const waits = ['open.summary.shown', 'payment.waiting.resting', 'submitting.resting'];
    // The state in which the person was left, with the process as last read.
    const isLeft = !isLower && on(model, 'levelTooLow', 'failed') && model.context!.process !== null;
    const isAt = on(model, ...waits, ...(isLower ? [] : ['conflict'])) && !model.isStale;
    const isHere = model.world.session === 'account' || on(model, 'levelTooLow');
    if (!(isAt || isLeft) || !isHere) return false;
    if (model.world.process?.owner !== 'account') return false;
    if (isLower && model.beginning.trustLevel === 'low') return false;
    model.world.session = isLower ? 'lower' : 'somebodyElse';
    model.meet();
    // Automatic requests use the new login.
    if (on(model, 'payment.waiting.resting', 'submitting.resting')) model.passTime();
    return true;
  },
  'account.changed': (model) => {
    const { session, process, hasMoved } = model.world;
    // The consequences of a conflict do not depend on when the form asks for a login.
    if (model.beginning.mode !== 'none') return false;
    if (!on(model, 'open.filling', 'open.summary.shown', 'payment.offered') || hasMoved) return false;
    if (session !== 'account' || process?.owner !== 'account' || model.isStale) return false;
    model.world.hasMoved = true;
    return model.move({ type: 'conflict.found' }, true);
  },
  'conflict.decided': (model, { choice }) => {
    if (!on(model, 'conflict') || model.world.session !== 'account') return false;
    if (endConflict(model)) return true;
    if (model.isStale) return false;
    decide(model, choice);
    const toCorrect = choice === 'correct' ? [{ key: 'name', page: 'only' }] : [];
    model.send({ type: 'conflict.decided', process: model.view(), toCorrect } as EventObject);
    if (toCorrect.length > 0 && model.context!.reopens) save(model);
    return true;
  },
  'session.ended': (model) => {
    if (!on(model, 'open.summary.shown') || model.world.session !== 'account') return false;
    model.world.session = 'none';
    return model.world.process?.owner === 'account';
  },
  'session.erased': (model) => {
    const { process, session, payment } = model.world;
    if (!on(model, 'open.filling', 'open.summary.shown', 'payment.offered', 'ready')) return false;
    if (session !== 'anonymous' || process?.owner !== 'anonymous' || payment !== 'none') return false;
    if (process.context.paidCents > 0 || process.context.running) return false;
    model.world.session = 'none';
    model.world.process = null;
    model.send({ type: 'session.erased' });
    model.meet();
    return true;
  },
  'weeks.passed': (model) => {
    const { process, session } = model.world;
    if (!on(model, 'open.filling') || session !== 'account' || process?.owner !== 'account') return false;
    model.world.session = 'none';
    model.world.process = { ...process, isExpired: true };
    return true;
  },
  'place.chosen': (model, { failing, meanwhile }) => {
    const { process, session } = model.world;
    if (!on(model, 'open.welcome.shown') || session === 'none') return false;
    // After a payment has begun, a change of the place is no longer offered. Here it always comes earlier.
    if (process !== null && (model.isStale || process.state !== 'CREATED')) return false;
    model.send({ type: 'place.chosen', area: 'here' } as EventObject, failing, meanwhile);
    return true;
  },
  'welcome.read': (model) => {
    if (!on(model, 'open.welcome.shown')) return false;
    model.send({ type: 'welcome.read' });
    return true;
  },
  'form.filled': (model, { feeCents, failing }) => {
    if (!on(model, 'open.filling') || !isFresh(model)) return false;
    model.feeCents = feeCents;
    model.world.isFilled = true;
    save(model);
    model.send({ type: 'form.finished' }, failing);
    return true;
  },
  'form.left': (model) => {
    if (!on(model, 'open.filling') || !isFresh(model)) return false;
    model.send({ type: 'form.left' });
    return true;
  },
  'form.typedInVain': (model) => {
    if (!on(model, 'open.filling') || model.world.process !== null) return false;
    model.send({ type: 'form.lost', problem: { code: 'not-found' } } as EventObject);
    return true;
  },
  'data.changeRequested': (model) => {
    if (!isFresh(model)) return false;
    if (on(model, 'open.summary.shown')) model.send({ type: 'data.changeRequested' });
    else if (on(model, ...reopenable) && model.world.process!.context.paidCents === 0) reopen(model);
    else return false;
    return true;
  },
  'page.reloaded': (model) => {
    if (model.step === null || model.world.process === null || !isFresh(model)) return false;
    model.load(starts.process, { first: 'person', failing: undefined, step: model.step });
    return true;
  },
  'address.followed': (model, { step, failing }) => {
    const isOpen = model.state.startsWith('open.');
    if (model.step === null || model.step === step || model.world.session === 'none') return false;
    if (failing && !on(model, 'notice.offered')) return false;
    if (model.isStale && !(on(model, 'payment.offered') && step === 'summary')) return false;
    // The summary reports missing answers, and cannot be confirmed then.
    if (isOpen && step === 'summary' && !model.world.isFilled) return false;
    model.ask(step, failing);
    return true;
  },
  'review.ended': (model) => {
    if (!on(model, 'confirmed.shown')) return false;
    model.send({ type: 'review.ended' });
    return true;
  },
  'summary.confirmed': (model, { failing, meanwhile }) => {
    if (!on(model, 'open.summary.shown') || model.world.session === 'none') return false;
    if (meanwhile && model.isStale) return false;
    stateAll(model, true);
    model.send({ type: 'summary.confirmed' }, failing, meanwhile);
    return true;
  },
  'summary.confirmedUnstated': (model) => {
    if (!on(model, 'open.summary.shown') || model.world.session === 'none') return false;
    stateAll(model, true);
    stateAll(model, false);
    model.send({ type: 'summary.confirmed' });
    return true;
  },
  'notice.marked': (model) => {
    if (!on(model, 'notice.offered')) return false;
    model.send({ type: 'notice.marked', accepted: true } as EventObject);
    return true;
  },
  'notice.chosen': (model, { failing }) => {
    if (!on(model, 'notice.offered')) return false;
    model.send({ type: 'notice.chosen', accepted: true } as EventObject, failing);
    return true;
  },
  'payment.requested': (model, { failing, blocked }) => {
    const isRestart = on(model, 'payment.waiting.resting');
    if (!isRestart && !on(model, 'payment.offered', 'payment.failed.resting')) return false;
    if (isRestart && (blocked || model.world.payment !== 'open')) return false;
    if (model.world.session === 'none' || (model.isStale && (blocked || failing))) return false;
    model.world.ended = false;
    model.send({ type: 'payment.requested' }, failing);
    if (blocked) model.send({ type: 'window.blocked' });
    return true;
  },
  'payment.made': (model) => pay(model, 'paid', 'returned'),
  'payment.madeWithoutReturn': (model) => pay(model, 'paid', 'stayed'),
  'payment.cancelled': (model) => pay(model, 'cancelled', 'returned'),
  'payment.madeAfterAll': (model, { failing }) => {
    if (!on(model, 'payment.failed.resting') || !model.world.ended) return false;
    model.world.payment = 'paid';
    model.world.ended = false;
    // The server learns of it when the provider's page leads back, whatever this window learns.
    model.settlePayment();
    model.send({ type: 'payment.returned' }, failing);
    return true;
  },
  'payment.leftAgain': (model) => {
    if (!on(model, 'payment.failed.resting') || !model.world.ended) return false;
    model.send({ type: 'payment.returned' });
    return true;
  },
  'payment.waitedFor': (model, { failing }) => {
    if (!on(model, 'payment.waiting.resting') || model.world.payment !== 'open') return false;
    model.passTime(failing);
    return true;
  },
  'submission.requested': (model, { failing }) => {
    if (!on(model, 'ready', 'submitFailed')) return false;
    model.send({ type: 'submission.requested' }, failing);
    return true;
  },
  'submission.waitedFor': (model, { failing }) => {
    if (!on(model, 'submitting.resting')) return false;
    model.passTime(failing);
    return true;
  },
  'delivery.decided': (model, { verdict, failing }) => {
    if (!on(model, 'submitting.resting')) return false;
    // Without an account nothing is acknowledged by itself.
    if (failing && model.world.process!.owner === 'anonymous') return false;
    model.move({ type: verdict === 'pass' ? 'submission.completed' : 'submission.failed' }, true);
    model.world.delivery = 'none';
    model.passTime(failing);
    return true;
  },
  'result.taken': (model, { failing }) => {
    if (!on(model, 'submitted.untaken') || model.world.session === 'none') return false;
    model.send({ type: 'result.acknowledged' }, failing);
    return true;
  },
  'acknowledgement.waitedFor': (model) => {
    if (!on(model, 'submitted.unacknowledged')) return false;
    model.passTime();
    return true;
  },
  'retry.requested': (model) => {
    const waits = ['failed', 'open.summary.unavailable', 'confirmed.unavailable'];
    if (!on(model, ...waits) || model.world.session === 'none') return false;
    model.send({ type: 'retry.requested' });
    return true;
  },
  'network.interrupted': (model) => {
    if (!on(model, 'failed', 'open.filling', 'conflict')) return false;
    model.send({ type: 'network.restored' });
    return true;
  },
  'language.changed': (model, { failing }) => {
    const rests = [
      'open.filling',
      'open.summary.shown',
      'conflict',
      'confirmed.shown',
      'notFound',
      'starting.offered',
    ];
    if (!on(model, ...rests)) return false;
    if (failing && (!on(model, 'open.filling') || !isFresh(model))) return false;
    const locale = model.context!.locale === 'de' ? 'en' : 'de';
    model.send({ type: 'locale.changed', locale } as EventObject, failing);
    if (on(model, 'conflict')) endConflict(model);
    return true;
  },
  'otherWindow.acted': (model, { what }) => {
    const { process, session, delivery } = model.world;
    if (!process || session === 'none' || model.isStale || delivery === 'held') return false;
    if (what === 'data')
      return (
        on(model, 'open.summary.shown', 'notice.offered', 'payment.offered') &&
        model.move({ type: 'form.progressed' })
      );
    if (what === 'completed') {
      return (
        on(model, 'open.summary.shown') && model.move({ type: 'form.completed', feeCents: model.feeCents })
      );
    }
    if (what === 'decided') {
      if (!on(model, 'conflict') || session !== 'account') return false;
      decide(model, 'apply');
      return true;
    }
    if (what === 'deleted') {
      if (
        !on(model, 'open.welcome.shown', 'open.filling', 'conflict', 'payment.offered') ||
        process.context.paidCents > 0
      )
        return false;
      model.world.process = null;
      return true;
    }
    if (!on(model, 'ready') || !model.move({ type: 'submission.requested' })) return false;
    model.world.delivery = 'held';
    return true;
  },
};

/** Ticks or clears all statements. */
function stateAll(model: ApplicationModel, given: boolean): void {
  for (const { id } of model.context!.summary!.statements)
    model.send({ type: 'statement.changed', id, given } as EventObject);
}

function pay(model: ApplicationModel, outcome: 'paid' | 'cancelled', way: 'returned' | 'stayed'): boolean {
  if (!on(model, 'payment.waiting.resting') || model.world.payment !== 'open') return false;
  model.world.payment = outcome;
  if (way === 'stayed') model.passTime();
  else model.send({ type: 'payment.returned' });
  return true;
}

const opened = (what: 'service' | 'process' | 'nothing' | 'elsewhere'): Interaction => ({
  type: 'page.opened',
  what,
  first: 'person',
});

export const interactions: readonly Interaction[] = [
  opened('service'),
  { type: 'page.opened', what: 'service', first: 'page' },
  { type: 'page.opened', what: 'service', first: 'person', failing: 'loadOffer' },
  { type: 'page.opened', what: 'service', first: 'person', failing: 'findDraft' },
  opened('nothing'),
  opened('elsewhere'),
  opened('process'),
  { type: 'page.opened', what: 'process', first: 'person', failing: 'loadProcess' },
  { type: 'anonymous.chosen' },
  { type: 'anonymous.chosen', failing: 'openAnonymousSession' },
  { type: 'anonymous.chosen', failing: 'startProcess' },
  { type: 'account.chosen' },
  { type: 'draft.continued' },
  { type: 'login.atStart' },
  { type: 'login.beforeSending' },
  { type: 'login.beforeSending', failing: 'takeOver' },
  { type: 'takeOver.retried' },
  { type: 'login.elsewhere' },
  { type: 'login.changedElsewhere', to: 'lower' },
  { type: 'login.changedElsewhere', to: 'somebodyElse' },
  { type: 'account.changed' },
  { type: 'conflict.decided', choice: 'apply' },
  { type: 'conflict.decided', choice: 'keep' },
  { type: 'conflict.decided', choice: 'correct' },
  { type: 'session.ended' },
  { type: 'session.erased' },
  { type: 'weeks.passed' },
  { type: 'welcome.read' },
  { type: 'place.chosen' },
  { type: 'place.chosen', failing: 'changePlace' },
  { type: 'place.chosen', meanwhile: 'page.only' },
  { type: 'form.filled', feeCents: 0 },
  { type: 'form.filled', feeCents: FEE },
  { type: 'form.filled', feeCents: 0, failing: 'loadSummary' },
  { type: 'form.left' },
  { type: 'form.typedInVain' },
  { type: 'data.changeRequested' },
  { type: 'page.reloaded' },
  ...(['welcome', 'page.only', 'page.nowhere', 'summary', 'notice', 'payment', 'result'] as const).map(
    (step): Interaction => ({ type: 'address.followed', step }),
  ),
  { type: 'address.followed', step: 'summary', failing: 'loadSummary' },
  { type: 'review.ended' },
  { type: 'summary.confirmedUnstated' },
  { type: 'summary.confirmed' },
  { type: 'summary.confirmed', meanwhile: 'page.only' },
  { type: 'summary.confirmed', failing: 'completeProcess' },
  { type: 'summary.confirmed', failing: 'loadProcess' },
  { type: 'notice.marked' },
  { type: 'notice.chosen' },
  { type: 'notice.chosen', failing: 'chooseNotice' },
  { type: 'payment.requested' },
  { type: 'payment.requested', blocked: true },
  { type: 'payment.requested', failing: 'startPayment' },
  { type: 'payment.made' },
  { type: 'payment.madeWithoutReturn' },
  { type: 'payment.cancelled' },
  { type: 'payment.madeAfterAll' },
  { type: 'payment.madeAfterAll', failing: 'checkPayment' },
  { type: 'payment.leftAgain' },
  { type: 'payment.waitedFor' },
  { type: 'payment.waitedFor', failing: 'checkPayment' },
  { type: 'submission.requested' },
  { type: 'submission.requested', failing: 'submitProcess' },
  { type: 'submission.waitedFor' },
  { type: 'submission.waitedFor', failing: 'loadProcess' },
  { type: 'delivery.decided', verdict: 'pass' },
  { type: 'delivery.decided', verdict: 'refuse' },
  { type: 'delivery.decided', verdict: 'pass', failing: 'acknowledgeResult' },
  { type: 'result.taken' },
  { type: 'result.taken', failing: 'acknowledgeResult' },
  { type: 'acknowledgement.waitedFor' },
  { type: 'retry.requested' },
  { type: 'network.interrupted' },
  { type: 'language.changed' },
  { type: 'language.changed', failing: 'loadTexts' },
  { type: 'otherWindow.acted', what: 'data' },
  { type: 'otherWindow.acted', what: 'completed' },
  { type: 'otherWindow.acted', what: 'sent' },
  { type: 'otherWindow.acted', what: 'deleted' },
  { type: 'otherWindow.acted', what: 'decided' },
];

export const nameOf = ({ mode, noticeAllowed, loggedIn, hasPostbox }: Beginning): string =>
  `${mode}${noticeAllowed ? ' with notice' : ''}, ${loggedIn ? 'logged in' : 'not logged in'}` +
  (hasPostbox ? '' : ', no postbox');

/** Actions of a person with another login than at the beginning. */
const withAnotherLogin: readonly Interaction['type'][] = [
  'login.elsewhere',
  'login.changedElsewhere',
  'language.changed',
];

/** Actions that lead from an unseen conflict to its screen. */
const towardsConflict: readonly Interaction['type'][] = [
  'form.filled',
  'summary.confirmed',
  'page.reloaded',
  'review.ended',
  'address.followed',
  'payment.requested',
];

/**
 * A draft that is no longer stored can only be requested, after logging in again. A draft that this login may not open
 * can also be requested.
 */
const isIdle = ({ world, state }: ApplicationModel, interaction: Interaction) => {
  const isAskedFor =
    interaction.type === 'page.opened' && interaction.what === 'process' && !interaction.failing;
  // For a deleted application, only its absence can still be seen.
  if (world.process === null && state === 'payment.offered')
    return (
      interaction.type !== 'address.followed' ||
      interaction.step !== 'summary' ||
      interaction.failing !== undefined
    );
  if (world.process === null && state === 'conflict') return interaction.type !== 'conflict.decided';
  // After its decision a conflict has no effect: other paths without one cover what follows.
  if (world.hasMoved && state !== 'conflict') {
    return !world.process?.context.conflictOpen || !towardsConflict.includes(interaction.type);
  }
  if (world.process?.isExpired) return interaction.type !== 'login.elsewhere' && !isAskedFor;
  if (world.session !== 'lower' && world.session !== 'somebodyElse') return false;
  return isAskedFor || 'failing' in interaction ? !isAskedFor : !withAnotherLogin.includes(interaction.type);
};

/** Everything that can happen to an application from one start, breadth first. */
export function exploreBrowser(beginning: Beginning): Graph<Interaction> {
  const models = new Map<string, { model: ApplicationModel; node: Node<Interaction> }>();
  const enter = (model: ApplicationModel): Node<Interaction> => {
    const known = models.get(model.key);
    if (known) return known.node;
    const node: Node<Interaction> = {
      key: model.key,
      state: model.state,
      context: null,
      edges: [],
      refused: [],
      refusals: new Map(),
      first: null,
    };
    models.set(model.key, { model, node });
    return node;
  };
  const root = enter(new ApplicationModel(beginning));
  for (const { model, node } of models.values()) {
    if (models.size > LIMIT) throw new Error(`the browser's world grows beyond ${LIMIT} configurations`);
    for (const event of interactions) {
      if (isIdle(model, event)) continue;
      const next = model.copy();
      const effect = effects[event.type] as Effect<Interaction>;
      if (!effect(next, event)) continue;
      const size = models.size;
      const to = enter(next);
      const edge: Edge<Interaction> = { event, from: node, to, arrows: next.arrows, outcomes: next.outcomes };
      node.edges.push(edge);
      if (models.size > size) to.first = edge;
    }
  }
  return {
    start: nameOf(beginning),
    entry: [],
    entryOutcomes: [],
    root,
    nodes: [...models.values()].map(({ node }) => node),
  };
}
