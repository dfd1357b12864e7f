import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorLogic, type AnyStateMachine, createActor, createMachine, toPromise } from 'xstate';
import type { Portal } from '#machines/portal/portal.machine.ts';
import type { Api } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { wireAccountLogout } from './account-logout.ts';
import { wireApplication } from './application.ts';
import { wireBuild } from './build.ts';
import { announce, hear } from './channel.ts';
import { wireConflict } from './conflict.ts';
import { wireDrafts } from './drafts.ts';
import { wireForm } from './form.ts';
import { wireHandingIn } from './handing-in.ts';
import { wireHandover } from './handover.ts';
import { wireKeeping } from './keeping.ts';
import { wireLocation } from './location.ts';
import { wireLogin } from './login.ts';
import { wireLogins } from './logins.ts';
import { wireOwnData } from './own-data.ts';
import { wireSaving } from './saving.ts';
import { wireSearch } from './search.ts';
import { sessionSigns, wireSession } from './session.ts';
import { hostOf } from './testing/host-of.ts';
import { wireUpload } from './upload.ts';
import { watchReturn } from './watch-return.ts';
import { watchTab } from './watch-tab.ts';
import { watchClock, watchNetwork } from './watchers.ts';
import { wireWindows } from './windows.ts';

afterEach(() => vi.restoreAllMocks());

const given = { the: 'answer' };

/** A server that remembers what it was asked, and how long the question counts. */
function serverOf(answer: unknown = given) {
  const asked: [string, unknown, 'ends with the flow' | 'goes on'][] = [];
  const api = new Proxy({} as Api, {
    get: (_, name: string) => async (input: { signal?: AbortSignal } | undefined) => {
      const { signal, ...rest } = input ?? {};
      asked.push([name, rest, signal ? 'ends with the flow' : 'goes on']);
      return answer;
    },
  });
  return { api, asked };
}

const part = (flow: AnyStateMachine, step: string) => flow.implementations.actors[step] as AnyActorLogic;
async function carryOut(flow: AnyStateMachine, step: string, input: unknown): Promise<unknown> {
  const actor = createActor(part(flow, step), { input } as never);
  const done = toPromise(actor);
  actor.start();
  return done;
}

const host = hostOf();
const ways = { goOn: vi.fn(), leadTo: vi.fn() };
const flows = {
  application: (api: Api) => wireApplication(api, host),
  conflict: wireConflict,
  drafts: wireDrafts,
  form: (api: Api) => wireForm(api, host),
  handingIn: (api: Api) => wireHandingIn(api, host),
  handover: (api: Api) => wireHandover(api, vi.fn(), ways),
  keeping: (api: Api) =>
    wireKeeping(api, {
      application: () => ({ context: { process: { id: 'p1' }, locale: 'de' } }) as never,
      saveAll: async () => undefined,
      logIn: vi.fn(),
    }),
  location: wireLocation,
  logins: wireLogins,
  ownData: (api: Api) => wireOwnData(api, {} as never),
  saving: wireSaving,
  search: wireSearch,
  session: (api: Api) => wireSession(api),
  upload: (api: Api) => wireUpload(api, 'uploadFile', host),
} satisfies Record<string, (api: Api) => AnyStateMachine>;

const asked = { processId: 'p1', locale: 'de' };
const lang = { lang: 'de' };
const call = { params: { id: 'p1' }, query: lang };

type Row = [flow: keyof typeof flows, step: string, input: unknown, name: string, request: object];

/** Steps that only read, given up when nobody waits for it any more. */
const reading: Row[] = [
  ['application', 'loadProcess', asked, 'getProcess', call],
  ['application', 'loadSummary', asked, 'getSnapshot', call],
  [
    'application',
    'findDraft',
    { metadataId: 'm', locale: 'de' },
    'findProcess',
    { query: { metadataId: 'm', ...lang } },
  ],
  ['application', 'checkPayment', asked, 'checkPayment', { params: { processId: 'p1' }, query: lang }],
  ['conflict', 'loadConflict', asked, 'getConflict', call],
  ['handingIn', 'loadPage', asked, 'getHandIn', call],
  [
    'handover',
    'describeDeparture',
    { leiKaId: 'l', area: '01', locale: 'de' },
    'describeDeparture',
    { query: { leiKaId: 'l', area: '01', ...lang } },
  ],
  ['keeping', 'sealAnswers', undefined, 'saveAnswers', call],
  ['location', 'searchPlaces', { name: 'Kiel' }, 'searchPlaceByName', { query: { name: 'Kiel' } }],
  ['logins', 'loadLogins', undefined, 'listLogins', {}],
  [
    'ownData',
    'loadKept',
    { locale: 'de', application: 'a' },
    'getKept',
    { query: { ...lang, application: 'a' } },
  ],
  [
    'ownData',
    'loadKept',
    { locale: 'de', application: null },
    'getKept',
    { query: { ...lang, application: undefined } },
  ],
  ['search', 'suggest', { query: 'Hund', locale: 'de' }, 'suggest', { query: { q: 'Hund', ...lang } }],
  ['session', 'readSession', undefined, 'getUser', {}],
  ['session', 'reviewEnding', { locale: 'de' }, 'reviewEnding', { query: lang }],
  [
    'upload',
    'askForCheck',
    { processId: 'p1', fileId: 'f1' },
    'getUpload',
    { params: { id: 'p1', file: 'f1' } },
  ],
];

/** Steps that change something and return the new state. */
const changing: Row[] = [
  [
    'application',
    'startProcess',
    { metadataId: 'm', area: '01', handover: 'h', locale: 'de' },
    'startProcess',
    { body: { metadataId: 'm', area: '01', handover: 'h', ...lang } },
  ],
  ['application', 'takeOver', asked, 'persistProcess', call],
  ['application', 'changePlace', { ...asked, area: '01' }, 'changePlace', { ...call, body: { area: '01' } }],
  [
    'application',
    'completeProcess',
    { ...asked, version: 3, hash: 'h', statements: [] },
    'completeProcess',
    { ...call, body: { version: 3, hash: 'h', statements: [] } },
  ],
  [
    'application',
    'chooseNotice',
    { ...asked, version: 3, accepted: true },
    'chooseNotice',
    { ...call, body: { version: 3, electronicNoticeDelivery: true } },
  ],
  [
    'application',
    'startPayment',
    { ...asked, version: 3 },
    'startPayment',
    { params: { processId: 'p1' }, query: lang, body: { version: 3 } },
  ],
  ['application', 'submitProcess', asked, 'submitProcess', call],
  ['application', 'acknowledgeResult', asked, 'acknowledgeResult', call],
  [
    'conflict',
    'decideConflict',
    { ...asked, version: 1, hash: 'h', apply: ['a'], keep: [], correct: [] },
    'decideConflict',
    { ...call, body: { version: 1, hash: 'h', apply: ['a'], keep: [], correct: [] } },
  ],
  [
    'drafts',
    'repeatApplication',
    { id: 's1', locale: 'de' },
    'repeatApplication',
    { params: { id: 's1' }, body: lang },
  ],
  ['handingIn', 'handIn', { ...asked, files: ['f1'] }, 'handIn', { ...call, body: { files: ['f1'] } }],
  [
    'handingIn',
    'repeatHandIn',
    { ...asked, id: 'h1' },
    'repeatHandIn',
    { params: { id: 'p1', handIn: 'h1' }, query: lang },
  ],
  [
    'handover',
    'openHandover',
    { code: 'c', locale: 'de' },
    'openHandover',
    { query: lang, body: { code: 'c' } },
  ],
  ['handover', 'leave', { id: 'h1', locale: 'de' }, 'leaveHandover', { params: { id: 'h1' }, query: lang }],
  ['handover', 'ask', { id: 'h1', locale: 'de' }, 'askHandover', { params: { id: 'h1' }, query: lang }],
  [
    'ownData',
    'erasePerson',
    { locale: 'de', paidCents: 5 },
    'erasePerson',
    { query: { ...lang, paidCents: '5' } },
  ],
  [
    'session',
    'eraseSession',
    { locale: 'de', paidConsent: true },
    'eraseSession',
    { query: { ...lang, paidConsent: 'true' } },
  ],
];

/** Steps that change something and return nothing that anybody needs. */
const silent: Row[] = [
  ['application', 'openAnonymousSession', { locale: 'de' }, 'openPseudo', { body: { locale: 'de' } }],
  [
    'drafts',
    'chooseMails',
    { id: 'd1', wanted: false },
    'chooseMails',
    { params: { id: 'd1' }, body: { wanted: false } },
  ],
  [
    'drafts',
    'markSeen',
    { id: 's1', status: 'SUBMITTED' },
    'markSeen',
    { params: { id: 's1' }, body: { status: 'SUBMITTED' } },
  ],
  [
    'handingIn',
    'dropFile',
    { processId: 'p1', id: 'f1' },
    'dropHandInFile',
    { params: { id: 'p1', file: 'f1' } },
  ],
  ['logins', 'endLogin', { id: 'l1' }, 'endLogin', { params: { id: 'l1' } }],
  ['ownData', 'removeSent', { id: 's1' }, 'removeSent', { params: { id: 's1' } }],
];

describe('a step of a flow asks the server for just that', () => {
  it.each(reading)('%s: %s (%j), and gives up with the flow', async (flow, step, input, name, request) => {
    const { api, asked } = serverOf();
    expect(await carryOut(flows[flow](api), step, input)).toBe(given);
    expect(asked).toEqual([[name, request, 'ends with the flow']]);
  });

  it.each(changing)('%s: %s (%j), also when the page is left', async (flow, step, input, name, request) => {
    const { api, asked } = serverOf();
    expect(await carryOut(flows[flow](api), step, input)).toBe(given);
    expect(asked).toEqual([[name, request, 'goes on']]);
  });

  it.each(silent)('%s: %s (%j), and waits for it', async (flow, step, input, name, request) => {
    const { api, asked } = serverOf();
    await carryOut(flows[flow](api), step, input);
    expect(asked).toEqual([[name, request, 'goes on']]);
    const refusing = new Proxy({} as Api, { get: () => () => Promise.reject(new Error('refused')) });
    await expect(carryOut(flows[flow](refusing), step, input)).rejects.toThrow('refused');
  });

  it('a hand-over returns the number by which the person goes on', async () => {
    const { api, asked } = serverOf({ id: 'h1' });
    const going = { leiKaId: 'l', area: '01', locale: 'de', withPerson: false };
    expect(await carryOut(flows.handover(api), 'handOver', going)).toBe('h1');
    const body = { leiKaId: 'l', area: '01', lang: 'de', withPerson: false };
    expect(asked).toEqual([['startHandover', { body }, 'goes on']]);
  });

  it('a session that goes on is that of the answer', async () => {
    const { api } = serverOf({ user: given });
    expect(await carryOut(flows.session(api), 'prolongSession', undefined)).toBe(given);
  });

  it('a logout names the language of the page, and returns the account that stays open', async () => {
    document.documentElement.lang = 'en';
    const { api, asked } = serverOf({ account: given });
    expect(await carryOut(flows.session(api), 'logOut', undefined)).toBe(given);
    expect(asked).toEqual([['logout', { query: { lang: 'en' } }, 'goes on']]);
  });

  it('the texts of an application are its own, those before it the offer’s', async () => {
    const at = { leiKaId: 'l', area: '01', locale: 'de' };
    const { api, asked } = serverOf({ metadata: given });
    const flow = flows.application(api);
    expect(await carryOut(flow, 'loadTexts', { ...at, processId: 'p1' })).toBe(given);
    expect(await carryOut(flow, 'loadTexts', { ...at, processId: null })).toBe(given);
    expect(asked).toEqual([
      ['getProcess', call, 'ends with the flow'],
      ['getService', { params: { leiKaId: 'l' }, query: { ...lang, area: '01' } }, 'ends with the flow'],
    ]);
    const gone = flows.application(serverOf({ metadata: null }).api);
    await expect(carryOut(gone, 'loadTexts', { ...at, processId: null })).rejects.toThrow('form-not-found');
  });

  it('what is not on the screen any more becomes no file', async () => {
    const { api, asked } = serverOf();
    const flow = wireKeeping(api, {
      application: () => undefined,
      saveAll: async () => undefined,
      logIn: vi.fn(),
    });
    await expect(carryOut(flow, 'sealAnswers', undefined)).rejects.toThrow('not-found');
    expect(asked).toEqual([]);
  });

  it.each(['report', 'takeOver'])('an answer about the windows leaves nothing behind: %s', async (step) => {
    vi.useFakeTimers();
    const remove = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
    await carryOut(windowsOf(), step, { processId: 'p1', waits: false });
    expect(vi.getTimerCount()).toBe(0);
    expect(remove.mock.calls.map(([type]) => type)).toContain('abort');
    vi.useRealTimers();
  });

  it('a place that is refused for good is not asked for again', async () => {
    const asked: string[] = [];
    const refusing = new Proxy({} as Api, {
      get: (_, name: string) => () => {
        asked.push(name);
        return Promise.reject(new ApiProblem('place-not-covered'));
      },
    });
    const changed = carryOut(flows.application(refusing), 'changePlace', {
      ...call,
      processId: 'p1',
      area: '01',
    });
    await expect(changed).rejects.toThrow('place-not-covered');
    expect(asked).toEqual(['changePlace']);
  });

  it('only a window in sight occupies a connection', async () => {
    const look = vi.spyOn(document, 'visibilityState', 'get');
    const waits = async (state: DocumentVisibilityState, waits: boolean) => {
      look.mockReturnValue(state);
      const { api, asked } = serverOf();
      const flow = wireWindows(api, { saveAll: async () => undefined, beginAnew: vi.fn() });
      await carryOut(flow, 'report', { processId: 'p1', waits });
      return (asked as unknown as [[string, { body: { waits: boolean } }]])[0][1].body.waits;
    };
    expect(await waits('visible', true)).toBe(true);
    expect(await waits('visible', false)).toBe(false);
    expect(await waits('hidden', true)).toBe(false);
  });
});

describe('a hand-over', () => {
  it('tells what has arrived, where it goes on and where it leads to', () => {
    const arrived = vi.fn();
    const { actions } = wireHandover(serverOf().api, arrived, ways).implementations;
    const act = (name: keyof typeof actions, params: object) =>
      (actions[name] as unknown as (scope: object, params: object) => void)({}, params);
    act('tellArrival', { arrival: given });
    act('goOn', { id: 'h1' });
    act('leadTo', { address: 'https://nachbar.example' });
    expect(arrived).toHaveBeenCalledExactlyOnceWith(given);
    expect(ways.goOn).toHaveBeenCalledExactlyOnceWith('h1');
    expect(ways.leadTo).toHaveBeenCalledExactlyOnceWith('https://nachbar.example');
  });
});

const windowsOf = () => wireWindows(serverOf().api, { saveAll: async () => undefined, beginAnew: vi.fn() });

describe('what a window watches', () => {
  /** Runs a watcher; returns what it reports, and how to end it. */
  function watch(logic: AnyActorLogic) {
    const heard: string[] = [];
    const hearing = { actions: ({ event }: { event: { type: string } }) => void heard.push(event.type) };
    const flow = createActor(createMachine({ invoke: { src: logic }, on: { '*': hearing } })).start();
    return { heard, stop: () => flow.stop() };
  }
  const pops = () => window.dispatchEvent(new PopStateEvent('popstate'));

  it.each([
    ['a login', () => part(wireLogin(serverOf().api), 'watchHistory'), 'login.abandoned'],
    ['a logout at the account', () => part(wireAccountLogout(), 'watchHistory'), 'exit.abandoned'],
  ])('%s is given up by the way back, before the router hears of it, and no longer', (_, logic, event) => {
    const { heard, stop } = watch(logic());
    const router = vi.fn(() => expect(heard).toEqual([event]));
    document.body.addEventListener('popstate', router);
    const target = document.body.dispatchEvent(new PopStateEvent('popstate', { bubbles: false }));
    expect(target).toBe(true);
    expect(router).toHaveBeenCalledOnce();
    document.body.removeEventListener('popstate', router);
    stop();
    pops();
    expect(heard).toEqual([event]);
  });

  it.each<[string, () => AnyActorLogic, object?]>([
    ['a login', () => part(wireLogin(serverOf().api), 'watchHistory')],
    ['a logout at the account', () => part(wireAccountLogout(), 'watchHistory')],
    [
      'a newer build',
      () =>
        part(
          wireBuild(async () => undefined),
          'watchTab',
        ),
    ],
    ['the return from a payment', () => watchReturn, { processId: 'p1' }],
    ['a tab', () => watchTab],
    ['the clock', () => watchClock],
    ['the network', () => watchNetwork],
    ['the other windows', () => part(windowsOf(), 'watchWindows'), { processId: 'p1' }],
  ])('is watched no longer than the flow lasts: %s', (_, logic, input) => {
    const held: string[] = [];
    const key = (type: string, options: unknown) => `${type} ${JSON.stringify(options ?? false)}`;
    for (const target of [EventTarget.prototype, window]) {
      vi.spyOn(target, 'addEventListener').mockImplementation(
        (type: string, _listener: unknown, options?: unknown) => void held.push(key(type, options)),
      );
      vi.spyOn(target, 'removeEventListener').mockImplementation(
        (type: string, _listener: unknown, options?: unknown) =>
          void held.splice(held.indexOf(key(type, options)), 1),
      );
    }
    const actor = createActor(createMachine({ invoke: { src: logic(), input: input as never } })).start();
    expect(held).not.toEqual([]);
    actor.stop();
    expect(held).toEqual([]);
  });

  it('a window that is back in sight asks who edits, one that goes does not', () => {
    const look = vi.spyOn(document, 'visibilityState', 'get');
    const heard: string[] = [];
    const hearing = { actions: ({ event }: { event: { type: string } }) => void heard.push(event.type) };
    const src = part(windowsOf(), 'watchWindows');
    const actor = createActor(
      createMachine({ invoke: { src, input: { processId: 'p1' } }, on: { '*': hearing } }),
    ).start();
    for (const state of ['hidden', 'visible'] as const) {
      look.mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
      expect(heard).toEqual(state === 'visible' ? ['window.returned'] : []);
    }
    actor.stop();
  });

  it('a device that slept is noticed when the browser wakes the page', () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { heard, stop } = watch(watchClock);
    vi.setSystemTime(Date.now() + 60_000);
    document.dispatchEvent(new Event('resume'));
    expect(heard).toEqual(['clock.woke']);
    stop();
    vi.useRealTimers();
  });

  it('a tab tells how long it was away, each time anew', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    const heard: object[] = [];
    const hearing = { actions: ({ event }: { event: object }) => void heard.push(event) };
    const actor = createActor(createMachine({ invoke: { src: watchTab }, on: { '*': hearing } })).start();
    const turn = (state: DocumentVisibilityState) => {
      look.mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    turn('visible');
    expect(heard).toEqual([]);
    turn('hidden');
    vi.setSystemTime(Date.now() + 5_000);
    turn('hidden');
    turn('visible');
    turn('visible');
    vi.setSystemTime(Date.now() + 60_000);
    turn('hidden');
    turn('visible');
    const returned = heard.filter((event) => 'awayMs' in event);
    expect(returned).toEqual([
      { type: 'tab.returned', awayMs: 5_000 },
      { type: 'tab.returned', awayMs: 0 },
    ]);
    actor.stop();
    vi.useRealTimers();
  });

  it('what other windows say of the session is passed on, and nothing else', async () => {
    const send = vi.fn();
    const portal = { getSnapshot: () => ({ children: { session: { send } } }) } as unknown as Portal;
    const stop = sessionSigns(
      () => portal,
      () => true,
    ).hearOthers();
    const other = new BroadcastChannel('serviceportal');
    other.postMessage({ type: 'payment.returned', processId: null });
    other.postMessage({ type: 'editing.requested', processId: 'p1' });
    other.postMessage({ type: 'session.renewed' });
    await vi.waitFor(() => expect(send).toHaveBeenCalled());
    expect(send.mock.calls).toEqual([[{ type: 'session.renewed' }]]);
    stop();
    other.close();
  });

  it('the other windows learn of a login, of what this one tells of the session, and that it wants to edit', async () => {
    const other = new BroadcastChannel('serviceportal');
    const heard: unknown[] = [];
    other.addEventListener('message', ({ data }) => void heard.push(data));
    const { announceLogin } = wireLogin(serverOf().api).implementations.actions;
    (announceLogin as unknown as () => void)();
    const { tellWindows } = wireSession(serverOf().api).implementations.actions;
    const ended = { type: 'session.ended', erased: null };
    (tellWindows as unknown as (scope: object, params: object) => void)({}, { message: ended });
    const { askOthers } = windowsOf().implementations.actions;
    (askOthers as unknown as (scope: object, params: object) => void)({}, { processId: 'p1' });
    const wanted = { type: 'editing.requested', processId: 'p1' };
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'session.renewed' }, ended, wanted]));
    other.close();
  });

  it('who stays here stops the browser on its way', () => {
    const stop = vi.spyOn(window, 'stop').mockReturnValue(undefined);
    const { stayHere } = wireAccountLogout().implementations.actions;
    (stayHere as unknown as () => void)();
    expect(stop).toHaveBeenCalledOnce();
  });

  it('a tab that is back in sight is told of, one that goes is not, and none after that', () => {
    const look = vi.spyOn(document, 'visibilityState', 'get');
    const { heard, stop } = watch(
      part(
        wireBuild(async () => undefined),
        'watchTab',
      ),
    );
    const turn = (state: DocumentVisibilityState) => {
      look.mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    turn('hidden');
    expect(heard).toEqual([]);
    turn('visible');
    expect(heard).toEqual(['tab.returned']);
    stop();
    turn('visible');
    expect(heard).toEqual(['tab.returned']);
  });

  it('the other windows are heard until that is ended', async () => {
    const other = new BroadcastChannel('serviceportal');
    const heard: unknown[] = [];
    const answered: unknown[] = [];
    other.addEventListener('message', ({ data }) => void answered.push(data));
    const stop = hear((message) => heard.push(message));
    const message = { type: 'payment.returned', processId: null } as const;
    other.postMessage(message);
    await vi.waitFor(() => expect(heard).toEqual([message]));
    stop();
    const heardLater: unknown[] = [];
    const stopAgain = hear((one) => heardLater.push(one));
    other.postMessage(message);
    await vi.waitFor(() => expect(heardLater).toEqual([message]));
    expect(heard).toEqual([message]);
    stopAgain();
    announce(message);
    await vi.waitFor(() => expect(answered).toEqual([message]));
    other.close();
  });
});

describe('the newest build', () => {
  const latest = (answer: unknown) => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(answer));
    return carryOut(
      wireBuild(async () => undefined),
      'fetchLatest',
      undefined,
    );
  };

  it('is asked for anew, and known by its id', async () => {
    expect(await latest({ id: 'b2' })).toBe('b2');
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^\/builds\/latest\.json\?\d+$/),
      expect.objectContaining({ cache: 'no-store', signal: expect.any(AbortSignal) }),
    );
  });

  it.each([[null], ['b2'], [{}], [{ id: 2 }]])(
    'is not known by an answer of another shape: %j',
    async (answer) => {
      await expect(latest(answer)).rejects.toThrow('builds/latest.json has no id');
    },
  );

  it('was loaded when this tab says so, and never where it says nothing', async () => {
    sessionStorage.setItem('serviceportal.reload /a', '17');
    const flow = wireBuild(async () => undefined);
    expect(await carryOut(flow, 'recallReload', { path: '/a' })).toBe(17);
    expect(await carryOut(flow, 'recallReload', { path: '/b' })).toBeNull();
    sessionStorage.clear();
  });
});
