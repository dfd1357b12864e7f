import { describe, expect, it } from 'vitest';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { SessionReading, SessionUser } from '#contract/auth.ts';
import type { ProcessView } from '#contract/process.ts';
import { applicationMachine } from '#machines/application/application.machine.ts';
import type { ProcessQuery } from '#machines/application/application.queries.ts';
import { selectScreen } from '#machines/application/application.selectors.ts';
import { buildMachine } from '#machines/build/build.machine.ts';
import { selectNavigatesFully } from '#machines/build/build.selectors.ts';
import { coverMachine } from '#machines/cover/cover.machine.ts';
import { keepingMachine } from '#machines/keeping/keeping.machine.ts';
import { selectToasts } from '#machines/notifications/notifications.selectors.ts';
import {
  selectLanding,
  selectNeededLevel,
  selectReturning,
  selectReturnProblem,
  selectSettlement,
} from '#machines/portal/landing.selectors.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import {
  processUnderWay,
  selectApplication,
  selectDrafts,
  selectHandover,
  selectIsOffline,
  selectLogins,
  selectPlace,
  selectViewer,
} from '#machines/portal/portal.selectors.ts';
import type { PortalContext, PortalInput, Route } from '#machines/portal/portal.types.ts';
import { restoringMachine } from '#machines/restoring/restoring.machine.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { windowsMachine } from '#machines/windows/windows.machine.ts';
import { follow, type Step } from './follow.ts';
import { runLive } from './live.ts';
import {
  arrived,
  elsewhere,
  everything,
  kiel,
  sessionAfter,
  toAccount,
  toArrival,
  toHandIn,
  toLogins,
  toNoApplication,
  toOwnData,
  toProcess,
  toRemoval,
  toReturn,
  toService,
} from './portal.subject.ts';
import { processViews } from './process-views.ts';
import { anonymous, reading, user } from './session-user.ts';

/** Flows whose events alone matter here. */
const FLOWS = [
  'login',
  'location',
  'search',
  'notifications',
  'loading',
  'build',
  'application',
  'drafts',
  'windows',
  'cover',
  'logins',
  'ownData',
  'handingIn',
  'handover',
  'keeping',
  'restoring',
] as const;

const kim = user(0);
const { person, providerId, name, company, trustLevel } = kim;
const account = { person, providerId, name, company, trustLevel };
const seen = (found: SessionUser | null) =>
  ({ type: 'xstate.snapshot.session', snapshot: sessionAfter(reading(found)) }) as never;
const unknown = { type: 'xstate.snapshot.session', snapshot: sessionAfter(null) } as never;
const enter = (route: Route, locale: 'de' | 'en' = 'de') =>
  ({ type: 'route.entered', route, locale }) as never;

function open(input: Partial<PortalInput> = {}) {
  /** Actions outside: flows begun and ended, and events sent to them. */
  const done: unknown[] = [];
  const inputs: Record<string, unknown> = {};
  const flow = (flowName: string) =>
    fromCallback<AnyEventObject>(({ input: given, receive }) => {
      inputs[flowName] = given;
      done.push(`${flowName} begins`);
      receive((event) => done.push([flowName, event]));
      return () => done.push(`${flowName} ends`);
    });
  const machine = portalMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: { readSession: fromPromise<SessionReading, undefined>(() => new Promise(() => undefined)) },
      }),
      ...(Object.fromEntries(FLOWS.map((flowName) => [flowName, flow(flowName)])) as object),
    },
    actions: {
      rememberPlace: (_, { place }) => void done.push(['place', place]),
      announceReturn: (_, { processId }) => void done.push(['return', processId]),
    },
  });
  const live = runLive(
    machine,
    (now) => ({ now, locale: 'de', place: null, loginOutcome: 'SUCCESS', ...input }),
    ['recallPlace', 'completePayment'],
  );
  const begun = done.splice(0);
  const state = () => {
    const all = live.state().split('+');
    const at = all.find((it) => it.startsWith('route.'))!.slice('route.'.length);
    const isOffline = all.includes('network.offline');
    expect(selectIsOffline(live.snapshot() as never)).toBe(isOffline);
    const returning = at.startsWith('returning.') ? at.slice('returning.'.length) : null;
    expect(selectReturning(live.snapshot() as never)).toBe(returning);
    const children = [selectApplication, selectDrafts, selectHandover, selectLogins];
    expect(
      children.map((select) => select(live.snapshot() as never) !== undefined),
      at,
    ).toEqual(
      ['applying', 'personalArea.listing', 'handingOver', 'ownLogins.listing'].map((it) => it === at),
    );
    return isOffline ? `${at} offline` : at;
  };
  return {
    ...live,
    state,
    begun,
    inputs,
    done: () => done.splice(0),
    context: () => live.snapshot().context as PortalContext,
  };
}

const aService = { kind: 'service', leiKaId: arrived.leiKaId, area: kiel.key } as const;
const here = { viewer: 'account', account, session: 's1' };
const known: Step = [seen(kim), 'arriving', here];

describe('the portal', () => {
  it('begins with what everything needs, at no page yet', () => {
    const live = open({
      place: kiel,
      buildId: 'b',
      lastLogin: { l: 1 } as never,
      loginRefusal: 'r' as never,
      appCanBeAsked: false,
    });
    const { now } = live.context();
    expect([
      live.state(),
      selectViewer(live.snapshot() as never),
      selectPlace(live.snapshot() as never),
    ]).toEqual(['arriving', 'unknown', kiel]);
    expect(live.begun).toEqual(
      ['login', 'location', 'search', 'notifications', 'loading', 'build'].map((it) => `${it} begins`),
    );
    expect(live.inputs).toMatchObject({
      login: { outcome: 'SUCCESS', refusal: 'r', query: { l: 1 }, appCanBeAsked: false },
      notifications: { now },
      build: { own: 'b', now },
    });
    for (const flowName of ['location', 'build']) {
      expect((live.inputs[flowName] as { parent: unknown }).parent).toBeDefined();
    }
    expect(live.calls('recallPlace')).toEqual([{ place: kiel }]);
    expect(live.snapshot().children.session?.getSnapshot().context.now).toBe(now);
    expect(open().inputs).toMatchObject({
      login: { refusal: null, query: null, named: null, appCanBeAsked: true },
      build: { own: null },
    });
  });

  it('remembers the place that was chosen, and tells notifications', async () => {
    const live = open();
    const notification = { type: 'error', key: 'errors:general' } as const;
    await follow(live, [
      [{ type: 'place.chosen', place: kiel } as never, 'arriving', { place: kiel }],
      [{ type: 'notification.raised', notification } as never, 'arriving'],
    ]);
    expect(selectPlace(live.snapshot() as never)).toEqual(kiel);
    await follow(live, [[{ type: 'place.cleared' }, 'arriving', { place: null }]]);
    expect(live.done()).toEqual([
      ['place', kiel],
      ['notifications', { type: 'notification.raised', notification }],
      ['place', null],
    ]);
  });

  it('knows whether there is a network', async () => {
    await follow(open(), [
      [{ type: 'network.lost' }, 'arriving offline'],
      [{ type: 'network.restored' }, 'arriving'],
    ]);
  });

  it('knows who is here, whatever a renewal changes', async () => {
    const live = open();
    await follow(live, [known]);
    expect(selectViewer(live.snapshot() as never)).toBe('account');
    const kept = live.context().account;
    await follow(live, [[seen(user(5_000)), 'arriving']]);
    expect(live.context().account, 'not even noticed').toBe(kept);
    const high = { ...account, trustLevel: 'high' };
    const company = { ...account, company: 'Muster GmbH' };
    await follow(live, [
      [seen({ ...kim, trustLevel: 'high' }), 'arriving', { account: high }],
      [seen({ ...kim, company: 'Muster GmbH' }), 'arriving', { account: company }],
      [seen({ ...kim, session: 's2' }), 'arriving', { account, session: 's2' }],
      [
        seen({ ...anonymous, session: 's2' }),
        'arriving',
        { viewer: 'anonymous', account: null, session: 's2' },
      ],
      [seen(null), 'arriving', { viewer: 'none', account: null, session: null }],
      [unknown, 'arriving', { viewer: 'unknown' }],
    ]);
  });

  it.each<[string, Route, string, Partial<PortalContext>?]>([
    ['a service', toService, 'applying', { start: aService }],
    ['an application', toProcess('p1'), 'applying', { start: { kind: 'process', processId: 'p1' } }],
    ['no application', toNoApplication, 'browsing'],
    ['the personal area', toAccount, 'personalArea.listing'],
    ['the logins', toLogins, 'ownLogins.listing'],
    ['the own data', toOwnData, 'ownData.listing'],
    ['a removal', toRemoval, 'ownData.listing', { removal: 'p1' }],
    ['the documents owed', toHandIn, 'handingIn.listing', { handIn: 'p1' }],
    ['the return from a payment', toReturn, 'returning.asking', { payment: { result: 'PAYED', id: 'sign' } }],
    ['a hand-over', toArrival, 'handingOver', { trip: { kind: 'arrival', code: 'code' } }],
    ['another page', elsewhere, 'browsing'],
  ])('leads to %s, from everywhere, in its language', async (_, route, state, named = {}) => {
    const nothing = {
      start: null,
      step: null,
      begun: null,
      payment: null,
      handIn: null,
      removal: null,
      trip: null,
    };
    for (const from of [
      toService,
      toAccount,
      toLogins,
      toOwnData,
      toHandIn,
      toReturn,
      toArrival,
      elsewhere,
    ]) {
      if (from === route) continue;
      const live = open();
      await live.bring(seen(kim));
      await live.bring(enter(from));
      await follow(live, [[enter(route, 'en'), state, { locale: 'en', ...nothing, ...named }]]);
    }
  });
});

describe('an application', () => {
  it('begins with what is known of who is here and of its address', async () => {
    const live = open();
    const begun = { leiKaId: 'l', area: 'a' };
    await follow(live, [
      known,
      [enter({ ...toProcess('p1', 'summary'), begun } as never), 'applying', { begun }],
    ]);
    expect(live.inputs.application).toEqual({
      start: { kind: 'process', processId: 'p1' },
      step: 'summary',
      begun,
      locale: 'de',
      ...here,
      loginOutcome: 'SUCCESS',
    });
    expect(live.done()).toEqual([
      'application begins',
      'windows begins',
      'keeping begins',
      'restoring begins',
      'cover begins',
    ]);
  });

  it('goes on at its addresses in both languages, and begins anew at another', async () => {
    const live = open();
    await follow(live, [[enter(toProcess('p1')), 'applying']]);
    live.done();
    await follow(live, [
      [enter(toProcess('p1')), 'applying'],
      [enter(toProcess('p1', 'notice')), 'applying'],
    ]);
    expect(live.done()).toEqual([['application', { type: 'step.requested', step: 'notice' }]]);
    await follow(live, [[enter(toProcess('p1', 'summary'), 'en'), 'applying', { locale: 'en' }]]);
    expect(live.done()).toEqual([
      ['application', { type: 'locale.changed', locale: 'en' }],
      ['application', { type: 'step.requested', step: 'summary' }],
    ]);
    await follow(live, [
      [enter(toProcess('p2'), 'en'), 'applying', { start: { processId: 'p2' }, loginOutcome: null }],
    ]);
    expect(live.done()).toEqual(
      expect.arrayContaining(['application ends', 'cover ends', 'application begins', 'cover begins']),
    );
    await follow(live, [[enter(elsewhere, 'en'), 'browsing', { start: null }]]);
    expect(live.done()).toEqual(expect.arrayContaining(['application ends', 'windows ends']));
  });

  it('is named by its process, and goes on at that address', async () => {
    const live = open();
    await follow(live, [
      [enter(toService), 'applying'],
      [
        { type: 'application.named', processId: 'p1' } as never,
        'applying',
        { start: { kind: 'process', processId: 'p1' } },
      ],
    ]);
    live.done();
    await follow(live, [[enter(toProcess('p1', 'welcome')), 'applying']]);
    expect(live.done()).toEqual([['application', { type: 'step.requested', step: 'welcome' }]]);
  });

  it('hears of viewers, of an erased session, and of the network', async () => {
    const live = open();
    await follow(live, [[enter(toProcess('p1')), 'applying']]);
    live.done();
    await live.bring(seen(anonymous));
    const event = {
      type: 'viewer.changed',
      viewer: 'anonymous',
      account: null,
      session: 's1',
      isErased: false,
    };
    const keeping = ['keeping', { type: 'viewer.changed' }];
    expect(live.done()).toEqual([['application', event], keeping]);
    const erased = sessionAfter(reading(anonymous), { type: 'session.ended', erased: [] });
    await live.bring({ type: 'xstate.snapshot.session', snapshot: erased } as never);
    expect(live.done()).toEqual([
      ['application', { type: 'session.erased' }],
      ['application', { ...event, viewer: 'none', session: null, isErased: true }],
      keeping,
    ]);
    await follow(live, [
      [{ type: 'network.lost' }, 'applying offline'],
      [{ type: 'network.restored' }, 'applying'],
    ]);
    expect(live.done()).toEqual([['application', { type: 'network.restored' }]]);
  });

  it('is there only on its pages', () => {
    expect(processUnderWay(open().snapshot() as never)).toBeNull();
  });
});

describe('a hand-over', () => {
  it('asks nothing twice, hears of viewers and the network, and becomes an application', async () => {
    const live = open();
    await follow(live, [[enter(toArrival), 'handingOver']]);
    expect(live.inputs.handover).toEqual({ trip: { kind: 'arrival', code: 'code' }, locale: 'de' });
    expect(live.done()).toEqual(['handover begins']);
    await follow(live, [
      [enter(toArrival), 'handingOver'],
      [seen(kim), 'handingOver', here],
      [{ type: 'network.restored' }, 'handingOver'],
    ]);
    expect(live.done()).toEqual([
      ['handover', { type: 'viewer.changed' }],
      ['handover', { type: 'network.restored' }],
    ]);
    await follow(live, [[enter(toArrival, 'en'), 'handingOver', { locale: 'en' }]]);
    expect(live.done()).toEqual(expect.arrayContaining(['handover ends', 'handover begins']));
    const other: Route = { screen: 'handover', trip: { kind: 'return', id: 'out' } };
    await follow(live, [
      [enter(other, 'en'), 'handingOver', { trip: { kind: 'return', id: 'out' } }],
      [enter(toArrival, 'en'), 'handingOver', { trip: { kind: 'arrival', code: 'code' } }],
    ]);
    live.done();
    const start = { ...aService, handover: { id: 'in', sender: 'MV', data: 'fits' } };
    await follow(live, [[{ type: 'handover.arrived', arrival: arrived } as never, 'applying', { start }]]);
    expect(live.inputs.application).toMatchObject({ start });
    live.done();
    await follow(live, [[enter(toArrival, 'de'), 'applying', { locale: 'de' }]]);
    expect(live.done()).toEqual([['application', { type: 'locale.changed', locale: 'de' }]]);
    await follow(live, [
      [enter(toArrival, 'de'), 'applying'],
      [{ type: 'application.named', processId: 'p1' } as never, 'applying'],
      [enter(toArrival, 'de'), 'handingOver'],
    ]);
  });

  it('of another kind leaves an application that came with the first', async () => {
    const live = open();
    await follow(live, [
      [enter(toArrival), 'handingOver'],
      [{ type: 'handover.arrived', arrival: arrived } as never, 'applying'],
      [enter({ screen: 'handover', trip: { kind: 'return', id: 'out' } }), 'handingOver'],
    ]);
  });
});

describe('pages for viewers with an account', () => {
  it.each([
    ['the personal area', toAccount, 'personalArea'],
    ['the logins', toLogins, 'ownLogins'],
    ['the own data', toOwnData, 'ownData'],
    ['the documents owed', toHandIn, 'handingIn'],
  ])('%s waits until it is known who is here', async (_, route, page) => {
    await follow(open(), [
      [enter(route), `${page}.waiting`],
      [seen(kim), `${page}.listing`, here],
      [seen(null), `${page}.signedOut`, { loginOutcome: 'SUCCESS' }],
      [seen(anonymous), `${page}.signedOut`],
      [seen(kim), `${page}.listing`],
      [seen({ ...kim, person: 'Jo' }), `${page}.listing`, { account: { person: 'Jo' } }],
      [unknown, `${page}.waiting`],
    ]);
  });

  it('the personal area asks for nothing twice, and tells its list the language', async () => {
    const live = open();
    await follow(live, [known, [enter(toAccount), 'personalArea.listing']]);
    expect(live.inputs.drafts).toEqual({ locale: 'de', asked: null });
    expect(live.done()).toEqual(['drafts begins']);
    await follow(live, [
      [enter(toAccount), 'personalArea.listing'],
      [enter(toAccount, 'en'), 'personalArea.listing', { locale: 'en' }],
    ]);
    // The lists know whether that is another part of them (drafts.test.ts).
    const asked = ['drafts', { type: 'list.asked', asked: '' }];
    expect(live.done()).toEqual([asked, ['drafts', { type: 'locale.changed', locale: 'en' }], asked]);
    await follow(live, [[seen({ ...kim, session: 's2' }), 'personalArea.listing']]);
    expect(live.done(), 'somebody else may see something else').toEqual(
      expect.arrayContaining(['drafts ends', 'drafts begins']),
    );
    await follow(open(), [
      [enter(toAccount), 'personalArea.waiting'],
      [enter(toAccount, 'en'), 'personalArea.waiting', { locale: 'en' }],
    ]);
  });

  it('the logins go on in another language', async () => {
    const live = open();
    await follow(live, [known, [enter(toLogins), 'ownLogins.listing']]);
    expect(live.done()).toEqual(['logins begins']);
    await follow(live, [
      [enter(toLogins, 'en'), 'ownLogins.listing', { locale: 'en', loginOutcome: 'SUCCESS' }],
    ]);
    expect(live.done()).toEqual([]);
  });

  it('the own data is that of the language, and after its deletion the page tells what became of it', async () => {
    const live = open();
    await follow(live, [known, [enter(toOwnData), 'ownData.listing']]);
    expect(live.inputs.ownData).toMatchObject({ application: null, locale: 'de' });
    expect(live.done()).toEqual(['ownData begins']);
    await follow(live, [
      [enter(toOwnData), 'ownData.listing'],
      [enter(toOwnData, 'en'), 'ownData.listing', { locale: 'en' }],
    ]);
    expect(live.done()).toContainEqual(['ownData', { type: 'locale.changed', locale: 'en' }]);
    await follow(live, [[enter(toRemoval, 'en'), 'ownData.listing', { removal: 'p1' }]]);
    expect(live.inputs.ownData).toMatchObject({ application: 'p1', locale: 'en' });
    await follow(live, [
      [enter(toOwnData), 'ownData.listing'],
      [{ type: 'person.erased', erasure: everything } as never, 'ownData.over', { erasure: everything }],
      [seen(null), 'ownData.over'],
      [enter(toOwnData, 'en'), 'ownData.over', { locale: 'en' }],
      [seen(kim), 'ownData.listing'],
    ]);
    await follow(live, [
      [{ type: 'person.erased', erasure: everything } as never, 'ownData.over'],
      [enter(toAccount), 'personalArea.listing'],
      [{ type: 'person.erased', erasure: everything } as never, 'personalArea.listing'],
    ]);
  });

  it('the documents owed are those of the application that the address names, in its language', async () => {
    const live = open();
    await follow(live, [known, [enter(toHandIn), 'handingIn.listing']]);
    expect(live.inputs.handingIn).toEqual({ processId: 'p1', locale: 'de' });
    expect(live.done()).toEqual(['handingIn begins']);
    await follow(live, [
      [enter(toHandIn), 'handingIn.listing'],
      [enter(toHandIn, 'en'), 'handingIn.listing', { locale: 'en' }],
    ]);
    expect(live.done()).toEqual([
      ['handingIn', { type: 'locale.changed', locale: 'de' }],
      ['handingIn', { type: 'locale.changed', locale: 'en' }],
    ]);
    await follow(live, [[enter({ ...toHandIn, processId: 'p2' } as Route, 'en'), 'handingIn.listing']]);
    expect(live.done()).toEqual(['handingIn ends', 'handingIn begins']);
    expect(live.inputs.handingIn).toEqual({ processId: 'p2', locale: 'en' });
  });

  it('forget the login that led there when they are left', async () => {
    for (const route of [toAccount, toLogins, toHandIn, toProcess('p1'), elsewhere]) {
      const live = open();
      await live.bring(enter(toReturn));
      await live.bring(enter(route));
      expect(live.context().loginOutcome).toBe('SUCCESS');
      await live.bring(enter(toReturn));
      expect(live.context().loginOutcome).toBeNull();
    }
  });
});

describe('the return from a payment', () => {
  const settlement = { processId: 'p1', paymentState: 'paid', refundCents: 0, application: null } as const;
  const problem = { code: 'payment-unavailable' };

  it('asks what became of it, again at a wish, and tells the other windows', async () => {
    const live = open();
    await follow(live, [
      [enter(toReturn), 'returning.asking', { payment: { result: 'PAYED', id: 'sign' } }],
      [{ refuse: 'completePayment', error: problem }, 'returning.unsettled', { problem, settlement: null }],
    ]);
    expect(live.done()).toEqual([['return', null]]);
    expect(selectReturnProblem(live.snapshot() as never)).toEqual(problem);
    await follow(live, [
      [{ type: 'retry.requested' }, 'returning.asking'],
      [{ answer: 'completePayment', output: settlement }, 'returning.settled', { problem: null, settlement }],
    ]);
    expect(selectSettlement(live.snapshot() as never)).toEqual(settlement);
    expect(live.done()).toEqual([['return', 'p1']]);
    await follow(live, [[{ type: 'retry.requested' }, 'returning.asking']]);
    expect(live.calls('completePayment')).toEqual(new Array(3).fill({ result: 'PAYED', id: 'sign' }));
  });

  it('is asked once in both languages, and anew for another payment', async () => {
    const live = open();
    const other: Route = { screen: 'paymentReturn', payment: { result: 'CANCELED', id: 'other' } };
    await follow(live, [
      [enter(toReturn), 'returning.asking'],
      [enter(toReturn, 'en'), 'returning.asking', { locale: 'en' }],
    ]);
    expect(live.calls('completePayment')).toHaveLength(1);
    await follow(live, [
      [{ answer: 'completePayment', output: settlement }, 'returning.settled'],
      [enter(toReturn), 'returning.settled', { locale: 'de' }],
      [enter(other), 'returning.asking', { payment: { id: 'other' } }],
    ]);
  });
});

describe('a window between portal, login and payment', () => {
  const shown = (live: ReturnType<typeof open>) =>
    [false, true].map((isBackFromLogout) => selectLanding(live.snapshot() as never, isBackFromLogout));
  const enters = (route: Route, state: string): Step => [enter(route), state];

  it.each(['payment', 'login', 'loginReturn', 'loginLost'] as const)(
    'shows what its address says, and how a logout ended before that: %s',
    async (way) => {
      const live = open();
      expect(shown(live)).toEqual(['nothing', 'logoutReturn']);
      await follow(live, [enters({ screen: 'landing', landing: { way, needed: 'high' } }, 'browsing')]);
      expect(shown(live)).toEqual([way, 'logoutReturn']);
      expect(selectNeededLevel(live.snapshot() as never)).toBe('high');
      await follow(live, [enters(elsewhere, 'browsing')]);
      expect(shown(live)).toEqual(['nothing', 'logoutReturn']);
      expect(selectNeededLevel(live.snapshot() as never)).toBeNull();
    },
  );

  it('shows what came of a payment, or of the way to another portal, before anything else', async () => {
    const live = open();
    await follow(live, [enters(toReturn, 'returning.asking')]);
    expect(shown(live)).toEqual(['paymentReturn', 'paymentReturn']);
    await follow(live, [enters(toArrival, 'handingOver')]);
    expect(shown(live)).toEqual(['handover', 'handover']);
  });
});

/** The portal with those of its flows that the person sees together, and a server that knows one application. */
async function openWhole(found: SessionUser | null, route: Route = elsewhere) {
  const users = [found];
  const session = sessionMachine.provide({
    actors: {
      readSession: fromPromise<SessionReading, undefined>(async () => reading(users.at(-1) ?? null)),
    },
  });
  const loadProcess = fromPromise<ProcessView, ProcessQuery>(async () => {
    if ((users.at(-1)?.person ?? 'Kim') !== 'Kim') throw { code: 'not-found' };
    return processViews.ready;
  });
  const build = buildMachine.provide({
    actors: {
      awaitIdle: fromPromise(() => Promise.resolve()),
      fetchLatest: fromPromise(async () => 'newer'),
    },
  });
  const actors = {
    session,
    build,
    application: applicationMachine.provide({ actors: { loadProcess } }),
    windows: windowsMachine,
    keeping: keepingMachine,
    restoring: restoringMachine,
    cover: coverMachine,
  };
  const live = runLive(
    portalMachine.provide({ actors }),
    (now) => ({ now, locale: 'de', place: null, loginOutcome: null, buildId: 'mine' }),
    [],
  );
  await live.passTime(0);
  const go = async (to: Route, locale: 'de' | 'en' = 'de') => {
    await live.bring(enter(to, locale));
    await live.passTime(0);
  };
  await go(route);
  const { children } = live.snapshot();
  const application = () => selectApplication(live.snapshot() as never);
  return {
    ...live,
    children,
    go,
    application,
    screen: () => selectScreen(application()!.getSnapshot()),
    /** Another login in another window. */
    become: async (next: SessionUser | null) => {
      users.push(next);
      children.session?.send({ type: 'session.renewed' });
      await live.passTime(0);
    },
  };
}

describe('with its flows', () => {
  it('the step that the address names is shown, in both languages', async () => {
    const { application, screen, go } = await openWhole(null, toProcess('ready', 'summary'));
    const first = application();
    expect(screen()).toBe('confirmed');
    await go(toProcess('ready', 'submission'));
    expect(screen()).toBe('ready');
    await go(toProcess('ready'));
    expect(screen(), 'an address without a step asks for none').toBe('ready');
    await go(toProcess('ready', 'summary'), 'en');
    expect([screen(), application()]).toEqual(['confirmed', first]);
  });

  it('nothing of one person’s application is shown to another of the same name', async () => {
    const { application, screen, become } = await openWhole(kim, toProcess('ready'));
    expect(screen()).toBe('ready');
    await become(null);
    await become({ ...kim, session: 's2' });
    expect(screen(), 'the same person').toBe('ready');
    await become({ ...kim, person: 'Kim, born later' });
    expect(application()!.getSnapshot().context).toMatchObject({ process: null, offer: null });
  });

  it('nothing of an application is shown any more that another window ended and deleted', async () => {
    const { children, screen, passTime, snapshot } = await openWhole(anonymous, toProcess('ready'));
    expect(screen()).toBe('ready');
    children.session?.send({ type: 'session.ended', erased: [] });
    await passTime(0);
    expect([screen(), selectViewer(snapshot() as never)]).toEqual(['ended', 'none']);
  });

  it('a newer version is told once, and the next page is loaded as a whole', async () => {
    const { children, passTime } = await openWhole(null);
    await passTime(1_000);
    const toasts = selectToasts(children.notifications!.getSnapshot());
    expect(toasts.map(({ key }) => key)).toEqual(['common:newVersion']);
    expect(selectNavigatesFully(children.build!.getSnapshot())).toBe(true);
  });
});
