import { describe, expect, it } from 'vitest';
import { fromPromise, type SnapshotFrom } from 'xstate';
import type { SessionReading, SessionUser } from '#contract/auth.ts';
import type { ArrivalView } from '#contract/handover.ts';
import type { ProcessView } from '#contract/process.ts';
import type { Locale } from '#domain/locale.ts';
import { applicationMachine } from '#machines/application/application.machine.ts';
import type { ProcessQuery } from '#machines/application/application.queries.ts';
import { selectScreen } from '#machines/application/application.selectors.ts';
import { buildMachine } from '#machines/build/build.machine.ts';
import { selectNavigatesFully } from '#machines/build/build.selectors.ts';
import { coverMachine } from '#machines/cover/cover.machine.ts';
import { draftsMachine } from '#machines/drafts/drafts.machine.ts';
import { handoverMachine } from '#machines/handover/handover.machine.ts';
import { keepingMachine } from '#machines/keeping/keeping.machine.ts';
import { loginsMachine } from '#machines/logins/logins.machine.ts';
import { selectToasts } from '#machines/notifications/notifications.selectors.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import {
  selectApplication,
  selectDrafts,
  selectHandover,
  selectIsOffline,
  selectViewer,
} from '#machines/portal/portal.selectors.ts';
import type { PortalContext, PortalEvent, Route } from '#machines/portal/portal.types.ts';
import { restoringMachine } from '#machines/restoring/restoring.machine.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { windowsMachine } from '#machines/windows/windows.machine.ts';
import { runLive } from './live.ts';
import { arrived, elsewhere, toAccount, toArrival, toProcess, toService } from './portal.subject.ts';
import { processViews } from './process-views.ts';
import { reading, user } from './session-user.ts';

/** The whole portal with its real flows; the session's user and the outcome of payments come from the test. */
function open(
  found: SessionUser | null = null,
  { buildId, latest }: { buildId: string | null; latest: string } = { buildId: null, latest: '' },
) {
  const users = [found];
  const readSession = fromPromise<SessionReading, undefined>(() =>
    Promise.resolve(reading(users.at(-1) ?? null)),
  );
  const session = sessionMachine.provide({ actors: { readSession } });
  const build = buildMachine.provide({
    actors: {
      awaitIdle: fromPromise(() => Promise.resolve()),
      fetchLatest: fromPromise(() => Promise.resolve(latest)),
    },
  });
  const loadProcess = fromPromise<ProcessView, ProcessQuery>(async ({ input }) => {
    const isTheirs = (users.at(-1)?.person ?? 'Kim') === 'Kim';
    if (input.processId !== 'ready' || !isTheirs) throw { code: 'not-found' };
    return processViews.ready;
  });
  const application = applicationMachine.provide({ actors: { loadProcess } });
  const live = runLive(
    portalMachine.provide({
      actors: {
        session,
        build,
        application,
        drafts: draftsMachine,
        handover: handoverMachine.provide({
          actors: {
            openHandover: fromPromise<ArrivalView, { code: string; locale: Locale }>(
              () => new Promise(() => undefined),
            ),
          },
        }),
        logins: loginsMachine,
        windows: windowsMachine,
        keeping: keepingMachine,
        restoring: restoringMachine,
        cover: coverMachine,
      },
    }),
    (now) => ({ now, locale: 'de', place: null, loginOutcome: 'SUCCESS', buildId }),
    ['completePayment'],
  );
  const context = () => live.snapshot().context as PortalContext;
  const snapshot = () => live.snapshot() as never;
  const send = (event: PortalEvent) => live.bring(event);
  return {
    context,
    snapshot,
    send,
    state: live.state,
    enter: (route: Route, locale: Locale = 'de') => send({ type: 'route.entered', route, locale }),
    children: () => (live.snapshot() as SnapshotFrom<typeof portalMachine>).children,
    pass: live.passTime,
    settle: () => live.passTime(0),
    /** Makes the session report another person, as after a login in another window. */
    changeUser: async (next: SessionUser | null) => {
      users.push(next);
      live.snapshot().children.session?.send({ type: 'session.renewed' });
      await live.passTime(0);
    },
  };
}

describe('the portal', () => {
  it('begins an application with what has come from another portal, and keeps it at the address it came by', async () => {
    const portal = open();
    await portal.enter(toArrival);
    expect(selectApplication(portal.snapshot())).toBeUndefined();
    const handover = selectHandover(portal.snapshot());
    // The router also reports the first address.
    await portal.enter(toArrival);
    expect(selectHandover(portal.snapshot())).toBe(handover);
    await portal.send({ type: 'handover.arrived', arrival: arrived });
    const application = selectApplication(portal.snapshot());
    expect(application?.getSnapshot().context.start).toEqual({
      kind: 'service',
      leiKaId: arrived.leiKaId,
      area: arrived.area,
      handover: { id: 'in', sender: 'MV', data: 'fits' },
    });
    await portal.enter(toArrival, 'en');
    expect(selectApplication(portal.snapshot())).toBe(application);
    expect(application?.getSnapshot().context.locale).toBe('en');
    await portal.send({ type: 'application.named', processId: 'p1' });
    await portal.enter(toProcess('p1'), 'en');
    expect(selectApplication(portal.snapshot())).toBe(application);
    // Back at the address it came by: the hand-over is opened again.
    await portal.enter(toArrival, 'en');
    expect(selectApplication(portal.snapshot())).toBeUndefined();
    expect(selectHandover(portal.snapshot())).toBeDefined();
  });

  it('asks again in another language, and for whoever is here now', async () => {
    const portal = open();
    await portal.enter({ screen: 'handover', trip: { kind: 'return', id: 'out' } });
    const handover = selectHandover(portal.snapshot());
    await portal.settle();
    expect(handover?.getSnapshot().value).toBe('failed');
    await portal.send({ type: 'network.restored' });
    await portal.changeUser(user(0));
    await portal.enter({ screen: 'handover', trip: { kind: 'return', id: 'out' } }, 'en');
    expect(selectHandover(portal.snapshot())).not.toBe(handover);
    expect(portal.context().locale).toBe('en');
  });

  it('hands a step that the address names to the application under way, and to one that begins', async () => {
    const portal = open();
    await portal.enter(toProcess('ready', 'summary'));
    const application = selectApplication(portal.snapshot())!;
    const screen = () => selectScreen(application.getSnapshot());
    await portal.settle();
    expect(screen()).toBe('confirmed');
    await portal.enter(toProcess('ready', 'submission'));
    expect(screen()).toBe('ready');
    await portal.enter(toProcess('ready'));
    expect(screen(), 'an address without a step asks for none').toBe('ready');
    await portal.enter(toProcess('ready', 'summary'), 'en');
    expect(screen(), 'in the other language, too').toBe('confirmed');
    expect(selectApplication(portal.snapshot())).toBe(application);
  });

  it('tells the application who is there and that the network is back', async () => {
    const portal = open();
    await portal.enter(toService);
    await portal.changeUser(user(0));
    const application = selectApplication(portal.snapshot());
    expect([selectViewer(portal.snapshot()), application?.getSnapshot().context.viewer]).toEqual([
      'account',
      'account',
    ]);
    await portal.send({ type: 'network.lost' });
    expect(selectIsOffline(portal.snapshot())).toBe(true);
    await portal.send({ type: 'network.restored' });
    expect(selectIsOffline(portal.snapshot())).toBe(false);
  });

  it('tells the application of another trust level and of another person, and of nothing else', async () => {
    const portal = open();
    await portal.enter(toService);
    const told = async (next: SessionUser) => {
      await portal.changeUser(next);
      const { account } = selectApplication(portal.snapshot())!.getSnapshot().context;
      return account;
    };
    const first = await told(user(0));
    expect(first).toEqual({
      person: 'Kim',
      providerId: 'nkb',
      name: 'Kim Muster',
      trustLevel: 'substantial',
    });
    expect(await told({ ...user(0), trustLevel: 'high' })).toMatchObject({ trustLevel: 'high' });
    const other = await told({ ...user(0), name: 'Jo Muster' });
    expect(other).toMatchObject({ name: 'Jo Muster' });
    expect(await told({ ...user(1_000), name: 'Jo Muster' }), 'only renewed').toBe(other);
  });

  it('shows nothing of one person’s application to another of the same name', async () => {
    const portal = open(user(0));
    await portal.settle();
    await portal.enter(toProcess('ready'));
    const application = selectApplication(portal.snapshot())!;
    expect(selectScreen(application.getSnapshot())).toBe('ready');
    await portal.changeUser({ ...user(0), person: 'Kim, born later' });
    expect(application.getSnapshot().context).toMatchObject({ process: null, offer: null });
  });

  it('leaves the application of the same person on the screen when the session is another', async () => {
    const portal = open(user(0));
    await portal.settle();
    await portal.enter(toProcess('ready'));
    await portal.changeUser(null);
    await portal.changeUser({ ...user(0), session: 's2' });
    expect(selectScreen(selectApplication(portal.snapshot())!.getSnapshot())).toBe('ready');
  });

  it('opens the personal area anew for another person', async () => {
    const portal = open(user(0));
    await portal.enter(toAccount);
    await portal.settle();
    const drafts = selectDrafts(portal.snapshot());
    await portal.changeUser({ ...user(0), name: 'Jo Muster' });
    expect(selectDrafts(portal.snapshot())).not.toBe(drafts);
  });

  it('shows nothing of an application any more that another window ended and deleted', async () => {
    const portal = open({ ...user(0), providerId: 'anon', providerType: 'pseudo' });
    await portal.settle();
    await portal.enter(toProcess('ready'));
    const application = selectApplication(portal.snapshot())!;
    expect(selectScreen(application.getSnapshot())).toBe('ready');
    portal.children().session?.send({ type: 'session.ended', erased: [] });
    await portal.settle();
    expect(selectScreen(application.getSnapshot())).toBe('ended');
    expect(selectViewer(portal.snapshot())).toBe('none');
  });

  it('shows the personal area to whoever has an account, and closes it after the logout', async () => {
    const portal = open(user(0));
    await portal.enter(toAccount);
    await portal.settle();
    const drafts = selectDrafts(portal.snapshot());
    expect(drafts).toBeDefined();
    await portal.enter(toAccount, 'en');
    expect(selectDrafts(portal.snapshot())).toBe(drafts);
    expect(drafts?.getSnapshot().context.locale).toBe('en');
    await portal.changeUser(null);
    expect(selectDrafts(portal.snapshot())).toBeUndefined();
  });

  it('opens the personal area anew when it is entered anew', async () => {
    const portal = open(user(0));
    await portal.settle();
    await portal.enter(elsewhere);
    await portal.enter(toAccount);
    expect(portal.state()).toContain('personalArea.listing');
  });

  it('passes short messages on to where they are shown', async () => {
    const portal = open();
    await portal.send({
      type: 'notification.raised',
      notification: { type: 'error', key: 'errors:general' },
    });
    const notifications = portal.children().notifications!.getSnapshot();
    expect(selectToasts(notifications).map(({ key }) => key)).toEqual(['errors:general']);
  });

  it('says once that there is a newer version, and loads the next page as a whole', async () => {
    const portal = open(null, { buildId: 'mine', latest: 'newer' });
    await portal.settle();
    await portal.pass(1_000);
    const { notifications, build } = portal.children();
    expect(selectToasts(notifications!.getSnapshot()).map(({ key }) => key)).toEqual(['common:newVersion']);
    expect(selectNavigatesFully(build!.getSnapshot())).toBe(true);
  });
});
