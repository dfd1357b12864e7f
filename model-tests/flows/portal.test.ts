import { expect, it } from 'vitest';
import { type AnyActorRef, type EventObject, fromCallback, fromPromise } from 'xstate';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalContext, Route } from '#machines/portal/portal.types.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { Live } from './live.ts';
import { type PortalStep, portalEnds, portalSubject } from './portal.subject.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

const types = {
  ...internalTypes,
  'xstate.snapshot': true,
  'route.entered': true,
  'application.named': true,
  'handover.arrived': true,
  'retry.requested': true,
  'network.lost': true,
  'network.restored': true,
  'notification.raised': true,
  'place.chosen': true,
  'place.cleared': true,
  'person.erased': true,
} as const;

/** Inputs of the portal's flows and their events on the last walk, in order. */
let begun: { flow: string; input: Record<string, unknown> }[] = [];
let told: { flow: string; event: EventObject & Record<string, unknown> }[] = [];
/** Actions of the portal outside of it. */
let done: { action: string; params: unknown }[] = [];

/** Stands for a flow: it does nothing, and records its events. */
const listener = (flow: string) =>
  fromCallback<EventObject & Record<string, unknown>, Record<string, unknown>>(({ input, receive }) => {
    begun.push({ flow, input });
    receive((event) => told.push({ flow, event }));
  }) as never;
const noting =
  (action: string) =>
  (_: unknown, params: unknown): void => {
    done.push({ action, params });
  };

const machine = portalMachine.provide({
  actors: {
    // The session reports only the events of the path.
    session: sessionMachine.provide({
      actors: { readSession: fromPromise(() => new Promise(() => undefined)) },
    }),
    login: listener('login'),
    location: listener('location'),
    search: listener('search'),
    notifications: listener('notifications'),
    loading: listener('loading'),
    build: listener('build'),
    application: listener('application'),
    drafts: listener('drafts'),
    windows: listener('windows'),
    cover: listener('cover'),
    logins: listener('logins'),
    ownData: listener('ownData'),
    handingIn: listener('handingIn'),
    handover: listener('handover'),
    keeping: listener('keeping'),
    restoring: listener('restoring'),
  },
  actions: { rememberPlace: noting('rememberPlace'), announceReturn: noting('announceReturn') },
});

const viewers: Readonly<Record<string, PortalContext['viewer']>> = {
  'nothing is known yet': 'unknown',
  nobody: 'none',
  'nobody any more, and all is deleted': 'none',
  'somebody without an account': 'anonymous',
};

/** Reports that leave the person unchanged. */
const sameAs: Readonly<Record<string, string>> = {
  'nobody any more, and all is deleted': 'nobody',
  'Kim, whose session is prolonged': 'Kim',
};

/** The pages that a login can lead back to, and that say how it ended. */
const PAGES_OF_LOGINS = /browsing|applying|personalArea|ownLogins/;

/** Subject of an address, in the words of the test: another subject changes the page. */
const aboutOf = (route: Route): string =>
  JSON.stringify(
    route.screen === 'process'
      ? route.start && ['application', route.start]
      : route.screen === 'handover'
        ? ['handover', route.trip]
        : route.screen === 'paymentReturn'
          ? ['return', route.payment]
          : [route.screen],
  );

/** Promises to the person: the page belongs to the address, and continues while its subject is the same. */
function observer(): Observer<PortalStep> {
  begun = [];
  told = [];
  done = [];
  let viewer: PortalContext['viewer'] = 'unknown';
  let who = 'nothing is known yet';
  let locale = 'de';
  let about: string | null = null;
  /** The address that an application has come by from another portal. */
  let cameBy: string | null = null;
  let isOffline = false;
  let application: AnyActorRef | undefined;
  let hasLeft = false;
  let before = { state: '', told: 0, done: 0 };

  function enter(event: Extract<PortalStep, { type: 'route.entered' }>, live: Live): void {
    const next = aboutOf(event.route);
    const heard = told.slice(before.told).map((it) => [it.flow, it.event.type]);
    const child = live.snapshot().children.application as AnyActorRef | undefined;
    const stays = application !== undefined && (next === about || next === cameBy);
    if (stays) {
      expect(child, 'the application goes on').toBe(application);
      const step = event.route.screen === 'process' ? event.route.step : null;
      expect(heard).toEqual([
        ...(event.locale === locale ? [] : [['application', 'locale.changed']]),
        ...(step ? [['application', 'step.requested']] : []),
      ]);
    } else {
      if (application) expect(child, 'it is another page').not.toBe(application);
      if (PAGES_OF_LOGINS.test(before.state) && next !== about) hasLeft = true;
      about = next;
      cameBy = null;
    }
    locale = event.locale;
  }

  return {
    afterStep: (live, event) => {
      const context = live.snapshot().context as PortalContext;
      const state = live.state();
      const { children } = live.snapshot();
      const heard = told.slice(before.told);
      if (event.type === 'route.entered') enter(event, live);
      if (event.type === 'xstate.snapshot.session') {
        const name = String(event.snapshot.toJSON());
        viewer = viewers[name] ?? 'account';
        const isOther = who !== (sameAs[name] ?? name);
        who = sameAs[name] ?? name;
        const hears = application ? 'application' : children.handover ? 'handover' : null;
        if (isOther && hears) {
          const rest = hears === 'application' ? heard.at(-2) : heard.at(-1);
          expect(rest).toMatchObject({ flow: hears, event: { type: 'viewer.changed' } });
          if (hears === 'application') expect(heard.at(-1)?.flow).toBe('keeping');
          const isErased = name === 'nobody any more, and all is deleted';
          if (hears === 'application' && isErased) expect(heard[0]?.event.type).toBe('session.erased');
        }
      }
      if (event.type === 'network.lost' || event.type === 'network.restored') {
        isOffline = event.type === 'network.lost';
        const isTold = !isOffline && (application ?? children.handover) !== undefined;
        expect(heard.map((it) => it.event.type)).toEqual(isTold ? ['network.restored'] : []);
      }
      if (event.type === 'notification.raised') {
        expect(heard).toEqual([{ flow: 'notifications', event }]);
      }
      if (event.type === 'place.chosen' || event.type === 'place.cleared') {
        const place = event.type === 'place.chosen' ? event.place : null;
        expect(context.place).toEqual(place);
        expect(done.slice(before.done)).toEqual([{ action: 'rememberPlace', params: { place } }]);
      }
      if (event.type === 'application.named' && application) {
        about = JSON.stringify(['application', { kind: 'process', processId: event.processId }]);
        cameBy = null;
      }
      if (event.type === 'handover.arrived' && children.application && !application) {
        cameBy = about;
        const { input } = begun.findLast(({ flow }) => flow === 'application')!;
        const { leiKaId, area, ...handover } = event.arrival;
        expect(input.start).toEqual({ kind: 'service', leiKaId, area, handover });
      }
      if (event.type.endsWith('completePayment') || event.type.startsWith('xstate.done')) {
        expect(done.slice(before.done).map(({ action }) => action)).toEqual(['announceReturn']);
      }

      expect(state.endsWith('offline')).toBe(isOffline);
      expect(context.viewer).toBe(viewer);
      // No call depends on the language there: the next events bring their own.
      expect(context.locale).toBe(locale);
      expect(children.application !== undefined).toBe(state.includes('applying'));
      expect(children.windows !== undefined).toBe(state.includes('applying'));
      expect(children.cover !== undefined).toBe(state.includes('applying'));
      expect(children.handover !== undefined).toBe(state.includes('handingOver'));
      for (const [flow, area] of [
        ['drafts', 'personalArea'],
        ['logins', 'ownLogins'],
        ['ownData', 'ownData'],
        ['handingIn', 'handingIn'],
      ] as const) {
        const isThere = state.includes(area) && !state.includes('over');
        expect(children[flow] !== undefined, `${flow} are for accounts`).toBe(
          isThere && viewer === 'account',
        );
      }
      expect(live.underWay('completePayment')).toBe(state.includes('asking') ? 1 : 0);
      if (hasLeft) expect(context.loginOutcome, 'a login counts for one page').toBeNull();
      application = children.application as AnyActorRef | undefined;
      before = { state, told: told.length, done: done.length };
    },
  };
}

it('shows the page of the address, and tells its flows what happens around them', async () => {
  const subject = { ...portalSubject, machine };
  const missing = await runFlow({ subject, ends: portalEnds, observer }, types);
  expect(missing).toEqual([]);
});
