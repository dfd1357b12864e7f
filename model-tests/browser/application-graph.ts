import type { EventObject } from 'xstate';
import type { ApplicationStart } from '#machines/application/application.types.ts';
import type { Edge, Graph, Node } from '../paths/graph.ts';
import type { Beginning, Doing } from './application-doings.ts';
import { Place } from './application-world.ts';

const FEE = 3070;
const LIMIT = 6_000;

/** Does something at a place; answers false where nobody can do it. */
type Deed<D> = (place: Place, doing: D) => boolean;

const saved = (status: string): EventObject =>
  ({ type: 'form.saved', saved: { status, version: 0, savedAt: '', availableUntil: '' } }) as EventObject;

/** "Change the data" of completed data: the form is saved at once, which makes the process a draft again. */
function reopen(place: Place): void {
  place.send({ type: 'data.changeRequested' });
  save(place);
}

function save(place: Place): void {
  place.move({ type: 'form.progressed' });
  const { state, version } = place.world.process!;
  const event = saved(state) as EventObject & { saved: { version: number } };
  place.send({ ...event, saved: { ...event.saved, version } } as EventObject);
}

const service = (leiKaId: string, area: string): ApplicationStart => ({ kind: 'service', leiKaId, area });
const starts: Record<Extract<Doing, { type: 'page.opened' }>['what'], ApplicationStart> = {
  service: service('probe', 'here'),
  nothing: service('unknown', 'here'),
  elsewhere: service('probe', 'elsewhere'),
  process: { kind: 'process', processId: 'p' },
};

const on = (place: Place, ...states: string[]) => states.includes(place.state);
const isFresh = (place: Place) => !place.isStale && place.world.session !== 'none';
const reopenable = [
  'confirmed.shown',
  'notice.offered',
  'login',
  'payment.offered',
  'payment.failed.resting',
  'ready',
  'submitFailed',
];

const deeds: { [T in Doing['type']]: Deed<Extract<Doing, { type: T }>> } = {
  'page.opened': (place, { what, first, failing }) => {
    const isFirst = place.snapshot === null;
    if (what === 'process' ? place.world.process === null : !isFirst && what !== 'service') return false;
    if (what === 'service' && !isFirst && (failing || first === 'page' || !on(place, 'open.filling')))
      return false;
    if (place.world.delivery === 'held' && failing) return false;
    place.load(starts[what], { first, failing });
    return true;
  },
  'anonymous.chosen': (place, { failing }) => {
    if (
      !on(place, 'starting.offered') ||
      !['none', 'complete', 'start_or_complete'].includes(place.beginning.mode)
    )
      return false;
    if (place.world.session === 'account' || place.world.process) return false;
    place.send({ type: 'anonymous.chosen' }, failing);
    return true;
  },
  'account.chosen': (place, { failing }) => {
    if (!on(place, 'starting.offered') || place.context!.viewer !== 'account' || place.world.process)
      return false;
    place.send({ type: 'account.chosen' }, failing);
    return true;
  },
  'draft.continued': (place) => {
    if (!on(place, 'starting.offered') || !place.context!.draft) return false;
    place.send({ type: 'draft.continued' });
    return true;
  },
  'login.atStart': (place) => {
    if (!on(place, 'starting.offered') || place.context!.viewer !== 'none' || place.world.process)
      return false;
    place.logIn();
    place.load(starts.service, { first: 'person', loggedIn: true, failing: undefined });
    return true;
  },
  'login.beforeSending': (place, { failing }) => {
    if (!on(place, 'login')) return false;
    place.logIn();
    place.load(starts.process, { first: 'person', loggedIn: true, failing });
    return true;
  },
  'takeOver.retried': (place) => {
    if (!on(place, 'login') || place.world.session !== 'account') return false;
    if (place.world.process!.owner !== 'anonymous') return false;
    place.send({ type: 'retry.requested' });
    return true;
  },
  'login.elsewhere': (place) => {
    const waits = [
      'starting.offered',
      'notFound',
      'levelTooLow',
      'failed',
      'open.filling',
      'open.summary.unavailable',
    ];
    if (!on(place, ...waits) || place.world.session === 'account') return false;
    if (place.world.process?.isExpired && !on(place, 'notFound')) return false;
    place.logIn();
    place.meet();
    return true;
  },
  'login.changedElsewhere': (place, { to }) => {
    const isLower = to === 'lower';
    const waits = [
      'open.summary.shown',
      ...(isLower ? [] : ['payment.waiting.resting', 'submitting.resting']),
    ];
    if (!on(place, ...waits) || place.world.session !== 'account' || place.isStale) return false;
    if (place.world.process?.owner !== 'account') return false;
    if (isLower && place.beginning.trustLevel === 'low') return false;
    place.world.session = isLower ? 'lower' : 'somebodyElse';
    place.meet();
    // What is asked for by itself is asked for with the new login.
    if (!on(place, 'open.summary.shown')) place.passTime();
    return true;
  },
  'session.ended': (place) => {
    if (!on(place, 'open.summary.shown') || place.world.session !== 'account') return false;
    place.world.session = 'none';
    return place.world.process?.owner === 'account';
  },
  'session.erased': (place) => {
    const { process, session, payment } = place.world;
    if (!on(place, 'open.filling', 'open.summary.shown', 'payment.offered', 'ready')) return false;
    if (session !== 'anonymous' || process?.owner !== 'anonymous' || payment !== 'none') return false;
    if (process.context.paidCents > 0 || process.context.running) return false;
    place.world.session = 'none';
    place.world.process = null;
    place.send({ type: 'session.erased' });
    place.meet();
    return true;
  },
  'weeks.passed': (place) => {
    const { process, session } = place.world;
    if (!on(place, 'open.filling') || session !== 'account' || process?.owner !== 'account') return false;
    place.world.session = 'none';
    place.world.process = { ...process, isExpired: true };
    return true;
  },
  'welcome.read': (place) => {
    if (!on(place, 'open.welcome')) return false;
    place.send({ type: 'welcome.read' });
    return true;
  },
  'form.filled': (place, { feeCents, failing }) => {
    if (!on(place, 'open.filling') || !isFresh(place)) return false;
    place.feeCents = feeCents;
    place.world.isFilled = true;
    save(place);
    place.send({ type: 'form.finished' }, failing);
    return true;
  },
  'form.left': (place) => {
    if (!on(place, 'open.filling') || !isFresh(place)) return false;
    place.send({ type: 'form.left' });
    return true;
  },
  'form.typedInVain': (place) => {
    if (!on(place, 'open.filling') || place.world.process !== null) return false;
    place.send({ type: 'form.lost', problem: { code: 'not-found' } } as EventObject);
    return true;
  },
  'data.changeRequested': (place) => {
    if (!isFresh(place)) return false;
    if (on(place, 'open.summary.shown')) place.send({ type: 'data.changeRequested' });
    else if (on(place, ...reopenable) && place.world.process!.context.paidCents === 0) reopen(place);
    else return false;
    return true;
  },
  'page.reloaded': (place) => {
    if (place.step === null || place.world.process === null || !isFresh(place)) return false;
    place.load(starts.process, { first: 'person', failing: undefined, step: place.step });
    return true;
  },
  'address.followed': (place, { step, failing }) => {
    const isOpen = place.state.startsWith('open.');
    if (place.step === null || place.step === step || place.world.session === 'none') return false;
    if (failing && !on(place, 'notice.offered')) return false;
    if (place.isStale && !(on(place, 'payment.offered') && step === 'summary')) return false;
    // What is missing is said on the summary, which cannot be confirmed then.
    if (isOpen && step === 'summary' && !place.world.isFilled) return false;
    place.ask(step, failing);
    return true;
  },
  'review.ended': (place) => {
    if (!on(place, 'confirmed.shown')) return false;
    place.send({ type: 'review.ended' });
    return true;
  },
  'summary.confirmed': (place, { failing, meanwhile }) => {
    if (!on(place, 'open.summary.shown') || place.world.session === 'none') return false;
    if (meanwhile && place.isStale) return false;
    place.send({ type: 'summary.confirmed' }, failing, meanwhile);
    return true;
  },
  'notice.marked': (place) => {
    if (!on(place, 'notice.offered')) return false;
    place.send({ type: 'notice.marked', accepted: true } as EventObject);
    return true;
  },
  'notice.chosen': (place, { failing }) => {
    if (!on(place, 'notice.offered')) return false;
    place.send({ type: 'notice.chosen', accepted: true } as EventObject, failing);
    return true;
  },
  'payment.requested': (place, { failing, blocked }) => {
    const isRestart = on(place, 'payment.waiting.resting');
    if (!isRestart && !on(place, 'payment.offered', 'payment.failed.resting')) return false;
    if (isRestart && (blocked || place.world.payment !== 'open')) return false;
    if (place.world.session === 'none' || (place.isStale && (blocked || failing))) return false;
    place.world.ended = false;
    place.send({ type: 'payment.requested' }, failing);
    if (blocked) place.send({ type: 'window.blocked' });
    return true;
  },
  'payment.made': (place) => pay(place, 'paid', 'returned'),
  'payment.madeWithoutReturn': (place) => pay(place, 'paid', 'stayed'),
  'payment.cancelled': (place) => pay(place, 'cancelled', 'returned'),
  'payment.madeAfterAll': (place, { failing }) => {
    if (!on(place, 'payment.failed.resting') || !place.world.ended) return false;
    place.world.payment = 'paid';
    place.world.ended = false;
    // The service learns of it when the provider's page leads back, whatever this window hears.
    place.settlePayment();
    place.send({ type: 'payment.returned' }, failing);
    return true;
  },
  'payment.leftAgain': (place) => {
    if (!on(place, 'payment.failed.resting') || !place.world.ended) return false;
    place.send({ type: 'payment.returned' });
    return true;
  },
  'payment.waitedFor': (place, { failing }) => {
    if (!on(place, 'payment.waiting.resting') || place.world.payment !== 'open') return false;
    place.passTime(failing);
    return true;
  },
  'submission.requested': (place, { failing }) => {
    if (!on(place, 'ready', 'submitFailed')) return false;
    place.send({ type: 'submission.requested' }, failing);
    return true;
  },
  'submission.waitedFor': (place, { failing }) => {
    if (!on(place, 'submitting.resting')) return false;
    place.passTime(failing);
    return true;
  },
  'delivery.decided': (place, { verdict, failing }) => {
    if (!on(place, 'submitting.resting')) return false;
    place.move({ type: verdict === 'pass' ? 'submission.completed' : 'submission.failed' }, true);
    place.world.delivery = 'none';
    place.passTime(failing);
    return true;
  },
  'acknowledgement.waitedFor': (place) => {
    if (!on(place, 'submitted.unacknowledged')) return false;
    place.passTime();
    return true;
  },
  'retry.requested': (place) => {
    const waits = ['failed', 'open.summary.unavailable', 'confirmed.unavailable'];
    if (!on(place, ...waits) || place.world.session === 'none') return false;
    place.send({ type: 'retry.requested' });
    return true;
  },
  'network.interrupted': (place) => {
    if (!on(place, 'failed', 'open.filling')) return false;
    place.send({ type: 'network.restored' });
    return true;
  },
  'language.changed': (place, { failing }) => {
    const rests = ['open.filling', 'open.summary.shown', 'confirmed.shown', 'notFound', 'starting.offered'];
    if (!on(place, ...rests)) return false;
    if (failing && (!on(place, 'open.filling') || !isFresh(place))) return false;
    const locale = place.context!.locale === 'de' ? 'en' : 'de';
    place.send({ type: 'locale.changed', locale } as EventObject, failing);
    return true;
  },
  'otherWindow.acted': (place, { what }) => {
    const { process, session, delivery } = place.world;
    if (!process || session === 'none' || place.isStale || delivery === 'held') return false;
    if (what === 'data')
      return (
        on(place, 'open.summary.shown', 'notice.offered', 'payment.offered') &&
        place.move({ type: 'form.progressed' })
      );
    if (what === 'completed') {
      return (
        on(place, 'open.summary.shown') && place.move({ type: 'form.completed', feeCents: place.feeCents })
      );
    }
    if (what === 'deleted') {
      if (!on(place, 'open.filling', 'payment.offered') || process.context.paidCents > 0) return false;
      place.world.process = null;
      return true;
    }
    if (!on(place, 'ready') || !place.move({ type: 'submission.requested' })) return false;
    place.world.delivery = 'held';
    return true;
  },
};

function pay(place: Place, outcome: 'paid' | 'cancelled', way: 'returned' | 'stayed'): boolean {
  if (!on(place, 'payment.waiting.resting') || place.world.payment !== 'open') return false;
  place.world.payment = outcome;
  if (way === 'stayed') place.passTime();
  else place.send({ type: 'payment.returned' });
  return true;
}

const opened = (what: 'service' | 'process' | 'nothing' | 'elsewhere'): Doing => ({
  type: 'page.opened',
  what,
  first: 'person',
});

export const doings: readonly Doing[] = [
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
  { type: 'session.ended' },
  { type: 'session.erased' },
  { type: 'weeks.passed' },
  { type: 'welcome.read' },
  { type: 'form.filled', feeCents: 0 },
  { type: 'form.filled', feeCents: FEE },
  { type: 'form.filled', feeCents: 0, failing: 'loadSummary' },
  { type: 'form.left' },
  { type: 'form.typedInVain' },
  { type: 'data.changeRequested' },
  { type: 'page.reloaded' },
  ...(['welcome', 'page.only', 'page.nowhere', 'summary', 'notice', 'payment', 'result'] as const).map(
    (step): Doing => ({ type: 'address.followed', step }),
  ),
  { type: 'address.followed', step: 'summary', failing: 'loadSummary' },
  { type: 'review.ended' },
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
  { type: 'acknowledgement.waitedFor' },
  { type: 'retry.requested' },
  { type: 'network.interrupted' },
  { type: 'language.changed' },
  { type: 'language.changed', failing: 'loadTexts' },
  { type: 'otherWindow.acted', what: 'data' },
  { type: 'otherWindow.acted', what: 'completed' },
  { type: 'otherWindow.acted', what: 'sent' },
  { type: 'otherWindow.acted', what: 'deleted' },
];

export const nameOf = ({ mode, noticeAllowed, loggedIn, hasPostbox }: Beginning): string =>
  `${mode}${noticeAllowed ? ' with notice' : ''}, ${loggedIn ? 'logged in' : 'not logged in'}` +
  (hasPostbox ? '' : ', no postbox');

/** What those do whose login is not the one that they began with. */
const withAnotherLogin: readonly Doing['type'][] = ['login.elsewhere', 'language.changed'];

/**
 * A draft that is no longer kept can only be asked for, by whoever has logged in again; one that this login does not
 * open can be asked for besides.
 */
const isIdle = ({ world, state }: Place, doing: Doing) => {
  const isAskedFor = doing.type === 'page.opened' && doing.what === 'process' && !doing.failing;
  // Of an application that is gone nothing is left but to see that it is.
  if (world.process === null && state === 'payment.offered')
    return doing.type !== 'address.followed' || doing.step !== 'summary' || doing.failing !== undefined;
  if (world.process?.isExpired) return doing.type !== 'login.elsewhere' && !isAskedFor;
  if (world.session !== 'lower' && world.session !== 'somebodyElse') return false;
  return isAskedFor || 'failing' in doing ? !isAskedFor : !withAnotherLogin.includes(doing.type);
};

/** Everything that can happen to an application from one beginning, breadth first. */
export function exploreBrowser(beginning: Beginning): Graph<Doing> {
  const places = new Map<string, { place: Place; node: Node<Doing> }>();
  const enter = (place: Place): Node<Doing> => {
    const known = places.get(place.key);
    if (known) return known.node;
    const node: Node<Doing> = {
      key: place.key,
      state: place.state,
      context: null,
      edges: [],
      refused: [],
      first: null,
    };
    places.set(place.key, { place, node });
    return node;
  };
  const root = enter(new Place(beginning));
  for (const { place, node } of places.values()) {
    if (places.size > LIMIT) throw new Error(`the browser's world grows beyond ${LIMIT} places`);
    for (const event of doings) {
      if (isIdle(place, event)) continue;
      const next = place.copy();
      const deed = deeds[event.type] as Deed<Doing>;
      if (!deed(next, event)) continue;
      const size = places.size;
      const to = enter(next);
      const edge: Edge<Doing> = { event, from: node, to, arrows: next.arrows };
      node.edges.push(edge);
      if (places.size > size) to.first = edge;
    }
  }
  return { start: nameOf(beginning), entry: [], root, nodes: [...places.values()].map(({ node }) => node) };
}
