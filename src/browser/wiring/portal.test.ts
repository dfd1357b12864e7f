import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorLogic, type AnyStateMachine, createActor, toPromise } from 'xstate';
import type { SentHere } from '#contract/auth.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { person } from '#ui/screens/testing/examples.ts';
import type { Api } from '../api.ts';
import { formIsSaved, startPortal } from './portal.ts';

// Files of one process share their modules: those of this one have the stand-ins, those of the next one do not.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

const announced = vi.hoisted(() => vi.fn());
vi.mock('./channel.ts', () => ({ announce: announced, hear: () => () => undefined }));

beforeEach(() => vi.clearAllMocks());

let portal: Portal;
afterEach(() => portal.stop());

const sent = (id: string, submittedAt: string | null) =>
  ({ id, ticketNumber: 'SP-1', leiKaId: '99102013104000', service: {}, submittedAt }) as unknown as SentHere;

/** Starts the workflows of a page for a session that has sent something; returns what the portal is told. */
async function start(sentHere: SentHere[] = []) {
  const asked: string[] = [];
  const user = person({ providerType: 'pseudo', sentHere });
  const api = new Proxy({} as Api, {
    get: (_, name: string) => async () => {
      asked.push(name);
      return name === 'getUser'
        ? { user, sessionExpired: false, limits: { idleMinutes: 30, absoluteMinutes: 480 } }
        : {};
    },
  });
  const refuseStep = vi.fn();
  const reload = vi.fn();
  portal = startPortal({
    api,
    noteSign: vi.fn(),
    refuseStep,
    reload,
    inspect: undefined,
    locale: 'en',
    loginOutcome: null,
    lastLogin: null,
    loginRefusal: null,
    namedLogin: null,
    logoutReturn: null,
  });
  await vi.waitFor(() =>
    expect(portal.getSnapshot().children.session?.getSnapshot().matches('loggedIn')).toBe(true),
  );
  const told = vi.spyOn(portal, 'send');
  const toSession = vi.spyOn(portal.getSnapshot().children.session!, 'send');
  // Nobody leaves the page: what the provider needs is not here.
  const toLogin = vi.spyOn(portal.getSnapshot().children.login!, 'send').mockReturnValue(undefined);
  return { asked, refuseStep, reload, told, toSession, toLogin };
}
const whole = () => (portal as unknown as { logic: AnyStateMachine }).logic;
const flow = (name: string) => whole().implementations.actors[name] as AnyStateMachine;
const act = (machine: AnyStateMachine, action: string, params: unknown, context: unknown = {}) =>
  (machine.implementations.actions[action] as unknown as (scope: object, params: unknown) => void)(
    { context },
    params,
  );
const carryOut = (machine: AnyStateMachine, step: string, input: unknown) =>
  toPromise(createActor(machine.implementations.actors[step] as AnyActorLogic, { input } as never).start());

const renewed = { type: 'session.renewed' };

describe('the application on the screen', () => {
  it('lets this window and the others know of the session that it has opened', async () => {
    const { toSession } = await start();
    await carryOut(flow('application'), 'openAnonymousSession', { locale: 'de' });
    expect(toSession).toHaveBeenCalledExactlyOnceWith(renewed);
    expect(announced).toHaveBeenCalledExactlyOnceWith(renewed);
  });

  it.each<[string, SentHere[], boolean]>([
    ['nothing', [], true],
    ['another one', [sent('p2', '2026-11-20T10:00:00Z')], true],
    ['it as being sent', [sent('p1', null)], true],
    ['it as sent', [sent('p1', '2026-11-20T10:00:00Z')], false],
  ])('lets the session be asked again once it was sent, where that knows %s', async (_, known, isAsked) => {
    const { toSession } = await start(known);
    act(flow('application'), 'tellSent', undefined, { process: { id: 'p1', facts: { hasUser: false } } });
    expect(toSession.mock.calls).toEqual(isAsked ? [[renewed]] : []);
  });

  it('says how many files are lost, as an error', async () => {
    const { told } = await start();
    act(flow('application'), 'tellLostFiles', { count: 2 });
    expect(told).toHaveBeenCalledExactlyOnceWith({
      type: 'notification.raised',
      notification: { type: 'error', key: 'application:form.filesLost', params: { count: 2 } },
    });
  });

  it('says why a step is closed, and nothing of one that is open', async () => {
    const { told } = await start();
    const { sayWhyClosed } = flow('application').implementations.actions;
    const matches = (state: unknown) => JSON.stringify(state) === '{"progress":"confirmed"}';
    const say = (process: object | null) =>
      (sayWhyClosed as unknown as (scope: object, params: object) => void)(
        { self: { getSnapshot: () => ({ context: { process, formPlace: null }, matches }) } },
        { step: 'payment' },
      );
    say({ status: 'SUBMITTED', facts: {} });
    expect(told).toHaveBeenCalledExactlyOnceWith({
      type: 'notification.raised',
      notification: { type: 'info', key: 'application:closed.sent' },
    });
    say(null);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('has its address named, and corrected', async () => {
    const { told, refuseStep } = await start();
    act(flow('application'), 'announceProcess', { processId: 'p1' });
    expect(told).toHaveBeenCalledExactlyOnceWith({ type: 'application.named', processId: 'p1' });
    act(flow('application'), 'refuseStep', undefined);
    expect(refuseStep).toHaveBeenCalledOnce();
  });
});

describe('the other flows of a page', () => {
  it('lead to the login that keeps an application', async () => {
    const { toLogin } = await start();
    const query = { providerId: 'nkb', redirect: '/formular', keeps: true };
    act(flow('keeping'), 'logIn', { query });
    expect(toLogin).toHaveBeenCalledExactlyOnceWith({ type: 'login.requested', query });
  });

  it('load the page again after a takeover where nothing on it waits to be saved', async () => {
    const { reload } = await start();
    act(flow('windows'), 'beginAnew', undefined);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('take the language of the page that is on the screen for the page of the payment', async () => {
    await start();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const blocked = vi.fn();
    const { openProviderWindow } = flow('application').implementations.actions;
    (openProviderWindow as unknown as (scope: object) => void)({ self: { send: blocked } });
    expect(open.mock.calls[0]?.[0]).toMatch(
      /^\/redirect\?.*lang=en.*wait=payment|^\/redirect\?.*wait=payment.*lang=en/,
    );
    expect(blocked).toHaveBeenCalledExactlyOnceWith({ type: 'window.blocked' });
    open.mockRestore();
  });

  it('tell the window that waits for a payment that it is over', async () => {
    await start();
    act(whole(), 'announceReturn', { processId: 'p1' });
    expect(announced).toHaveBeenCalledExactlyOnceWith({ type: 'payment.returned', processId: 'p1' });
  });

  it('complete a payment by what the address says', async () => {
    const { asked } = await start();
    await carryOut(whole(), 'completePayment', { result: 'ok', id: 'c' });
    expect(asked).toContain('completePayment');
  });
});

describe('a form is saved', () => {
  type Part = {
    context: object;
    children: object;
    matches: (state: unknown) => boolean;
    hasTag: () => boolean;
  };

  /** A form with a file of which some bytes are sent, until it is there. */
  function formOf() {
    const watchers = new Set<() => void>();
    const ended = new Set<() => void>();
    let file: { stage: string; loaded: number } | null = { stage: 'sending', loaded: 1 };
    const snapshot = (): Part => ({
      context: { pendingFiles: file ? [{ ...file, path: 'proof' }] : [], evaluation: { hidden: new Set() } },
      children: {},
      matches: () => false,
      hasTag: () => false,
    });
    const form = {
      getSnapshot: snapshot,
      subscribe: (heard: (() => void) | { complete: () => void }) => {
        const [set, one] = typeof heard === 'function' ? [watchers, heard] : [ended, heard.complete];
        set.add(one);
        return { unsubscribe: () => void set.delete(one) };
      },
    };
    const parts = { children: { application: { getSnapshot: () => ({ children: { form } }) } } };
    const move = (next: typeof file) => {
      file = next;
      for (const watcher of [...watchers]) watcher();
    };
    return {
      page: { getSnapshot: () => parts } as unknown as Portal,
      move,
      end: () => {
        for (const one of [...ended]) one();
      },
      listeners: () => watchers.size + ended.size,
    };
  }
  beforeEach(() => start());

  it('at once where there is none', async () => {
    const page = { getSnapshot: () => ({ children: {} }) } as unknown as Portal;
    await formIsSaved(page, AbortSignal.abort());
  });

  it('once its files have arrived; until then, whoever waits hears of each part', async () => {
    const { page, move, listeners } = formOf();
    const moved = vi.fn();
    const saved = formIsSaved(page, new AbortController().signal, moved);
    expect(moved).not.toHaveBeenCalled();
    move({ stage: 'sending', loaded: 1 });
    expect(moved).not.toHaveBeenCalled();
    move({ stage: 'sending', loaded: 2 });
    move({ stage: 'sending', loaded: 3 });
    expect(moved).toHaveBeenCalledTimes(2);
    move(null);
    await saved;
    expect(listeners()).toBe(0);
  });

  it('and nobody who waits is left behind for it', async () => {
    const { page, move } = formOf();
    const { signal } = new AbortController();
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    const saved = formIsSaved(page, signal);
    move(null);
    await saved;
    expect(remove.mock.calls).toEqual(add.mock.calls);
  });

  it('or not, when nobody waits any more', async () => {
    const { page, listeners } = formOf();
    const waiting = new AbortController();
    const saved = formIsSaved(page, waiting.signal);
    waiting.abort(new Error('over'));
    await expect(saved).rejects.toThrow('over');
    expect(listeners()).toBe(0);
    await expect(formIsSaved(page, waiting.signal)).rejects.toThrow('over');
  });

  it('or not, when the form is left', async () => {
    const { page, end } = formOf();
    const saved = formIsSaved(page, new AbortController().signal);
    end();
    await expect(saved).rejects.toBeUndefined();
  });
});
