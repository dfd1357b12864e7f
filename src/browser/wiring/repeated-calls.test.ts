import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyStateNode } from 'xstate';
import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import type { HandInPage } from '#contract/hand-in.ts';
import type { ProcessView } from '#contract/process.ts';
import { allMachines } from '#machines/all-machines.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import type { Route } from '#machines/portal/portal.types.ts';
import { selectEnding } from '#machines/session/session.selectors.ts';
import { FRAME_ID } from '#ui/screens/application/frame-id.ts';
import { draft, person } from '#ui/screens/testing/examples.ts';
import { createApi } from '../api.ts';
import { pageFlows } from '../application/page-flows.ts';
import { watchPresence } from '../presence.ts';
import { startPortal } from './portal.ts';
import { sessionSigns } from './session.ts';

const ID = '8a147205-a032-4077-bd9f-ff4452a2fae6';
const CASE = '0d3c3c5e-6b3e-4f6a-9a55-0c3f2b1a9e10';
const FILE = { id: '3b1f6a0e-0c7e-4a59-8d53-5a4d1f7f2b21', name: 'a.pdf', size: 3, type: 'application/pdf' };
const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;

type Made = { at: number; name: CallName; unattended: boolean };
type Answers = Partial<Record<CallName, () => unknown>>;

/** A refusal, by default one that passes by itself; with 0 the connection is lost. */
class Refusal {
  readonly status: number;
  readonly code: string;

  constructor(status = 500, code = 'internal') {
    this.status = status;
    this.code = code;
  }
}

const nameOf = (method: string, path: string): CallName => {
  const found = (Object.entries(calls) as [CallName, Call][]).find(
    ([, call]) =>
      call.method === method && new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  if (!found) throw new Error(`not in the contract: ${method} ${path}`);
  return found[0];
};

/** A server that keeps one session as the real one does, and gives the answers of the test to all other calls. */
class Server {
  readonly made: Made[] = [];
  readonly #answers: Answers;
  expires = Date.now() + IDLE_MS;
  #fetched = Date.now();
  readonly #absolute = Date.now() + 8 * 60 * MINUTE_MS;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  readonly send = async (address: string, { method = 'GET', headers }: RequestInit): Promise<Response> => {
    const name = nameOf(method, new URL(address, location.href).pathname);
    const unattended = 'x-unattended' in (headers as object);
    this.made.push({ at: Date.now(), name, unattended });
    const isThere = Date.now() < this.expires;
    if (name === 'getUser') {
      const answer = this.#answers.getUser?.();
      if (answer instanceof Refusal) return problem(answer);
      const limits = { idleMinutes: 30, absoluteMinutes: 480 };
      return Response.json({ user: isThere ? this.#user() : null, sessionExpired: !isThere, limits });
    }
    if (!isThere) return problem(new Refusal(401, 'session-expired'));
    if (!unattended && Date.now() - this.#fetched >= MINUTE_MS) {
      this.#fetched = Date.now();
      this.expires = Date.now() + IDLE_MS;
    }
    if (name === 'prolongSession') return Response.json({ user: this.#user() });
    const answer = this.#answers[name]?.() ?? new Refusal();
    if (answer instanceof Refusal && answer.status === 0) throw new TypeError('lost');
    if (answer instanceof Refusal) return problem(answer);
    return Response.json(answer);
  };

  #user() {
    const iso = (moment: number) => new Date(moment).toISOString();
    return person({
      recentlyFetched: Date.now() - this.#fetched < MINUTE_MS,
      fetchedTimestamp: iso(this.#fetched),
      answeredAt: iso(Date.now()),
      expires: iso(this.expires),
      sessionExpiration: iso(this.#absolute),
    });
  }
}

const problem = ({ status, code }: Refusal) => Response.json({ status, code, title: code }, { status });

const process = (change: Partial<ProcessView> = {}, facts: Partial<ProcessView['facts']> = {}) =>
  ({
    id: ID,
    version: 1,
    status: 'EDITING',
    area: { key: '010020000000', name: 'Kiel' },
    locale: 'de',
    availableUntil: '2099-12-20T12:00:00Z',
    page: null,
    payment: null,
    submission: null,
    result: null,
    facts: {
      mode: 'none',
      feeCents: 0,
      paidCents: 0,
      refundDueCents: 0,
      noticeAllowed: false,
      hasPostbox: false,
      notice: null,
      hasUser: true,
      loginConfirmed: false,
      conflictOpen: false,
      running: false,
      acknowledged: false,
      ...facts,
    },
    metadata: { metadataId: 'm', lang: 'de', leiKaId: '99102013104000', title: 'Hundesteuer' },
    ...change,
  }) as unknown as ProcessView;

const waiting = (tryUntil: string | null): ProcessView['submission'] => ({
  step: 'SUBMIT_DATA_TO_AUTHORITY',
  finished: [],
  ticketNumber: 'SP-1',
  retry: tryUntil === null ? null : { reason: 'partnerAway', nextTryAt: null, tryUntil },
});

const form = {
  name: 'f',
  title: 'Form',
  display: 'wizard',
  components: [
    {
      type: 'panel',
      key: 'p1',
      title: 'Seite',
      components: [
        { type: 'textfield', key: 'owner', label: 'Name', input: true },
        {
          type: 'file',
          key: 'proof',
          label: 'Nachweis',
          input: true,
          multiple: true,
          filePattern: 'application/pdf',
          fileMaxSize: '10MB',
        },
      ],
    },
  ],
};
const access = () => ({ fmsType: 'FORMIO', form, data: {}, version: 1, page: null });
const framed = () => ({
  fmsType: 'LIP',
  frame: { address: 'https://forms.example/frame', token: 't', caseId: CASE },
  version: 1,
  page: null,
});
const unavailable = () => new Refusal();
const firstly = (times: number, first: () => unknown, then: () => unknown) => {
  let asked = 0;
  return () => {
    asked += 1;
    return asked <= times ? first() : then();
  };
};
const held = () => ({ elsewhere: null, wanted: false, againMs: 10_000 });

const application: Route = {
  screen: 'process',
  start: { kind: 'process', processId: ID },
  step: null,
  begun: null,
};
const formOf = (portal: Portal) => portal.getSnapshot().children.application!.getSnapshot().children.form!;
/** The flow of the frame, whose code is loaded first: that takes real time and none of the driven clock. */
async function embeddedOf(portal: Portal) {
  await import('./frame-form.ts');
  await vi.advanceTimersByTimeAsync(0);
  return formOf(portal).getSnapshot().children.embedded!;
}
const say = (message: object) => {
  const source = (document.getElementById(FRAME_ID) as HTMLIFrameElement).contentWindow;
  const data = { v: 1, caseId: CASE, ...message };
  window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://forms.example', source }));
};

type Situation = {
  route: Route;
  answers: Answers;
  /** Actions of the person at the beginning. */
  act?: (portal: Portal) => void | Promise<void>;
  /** Calls that the window repeats for as long as this lasts. */
  repeats: readonly CallName[];
};

const inForm = ['holdEditing'] as const;

const handInPage: HandInPage = {
  ticketNumber: 'SP-1',
  serviceName: 'Wohngeld',
  authorityName: 'Kiel',
  until: null,
  isPast: false,
  documents: [],
  files: [],
  handIns: [
    {
      id: ID,
      state: 'waiting',
      documents: [],
      handedInAt: '2026-11-20T10:00:00Z',
      deliveredAt: null,
      hasReceipt: false,
    },
  ],
};

/** Every screen on which a window calls again by itself, with all that it then calls. */
const situations: Record<string, Situation> = {
  'the personal area while an application is being sent': {
    route: { screen: 'account' },
    answers: {
      listDrafts: () => [draft({ id: ID, status: 'COMPLETED', running: true })],
      pageOfSent: () => ({ entries: [], next: null, previous: null, news: [], moreNews: false }),
      countClosed: () => ({ drafts: {}, sent: {} }),
      listHandedOver: () => [],
    },
    repeats: ['listDrafts', 'pageOfSent', 'countClosed', 'listHandedOver'],
  },
  'the list of logins': { route: { screen: 'logins' }, answers: { listLogins: () => [] }, repeats: [] },
  'owed documents while a hand-in is on its way': {
    route: { screen: 'handIn', processId: ID },
    answers: { getHandIn: () => handInPage },
    repeats: ['getHandIn'],
  },
  'any other page': { route: { screen: 'other' }, answers: {}, repeats: [] },
  'an application that is being sent': {
    route: application,
    answers: {
      getProcess: () => process({ status: 'COMPLETED', submission: waiting(null) }, { running: true }),
    },
    repeats: ['getProcess'],
  },
  'an application that waits for the delivery service': {
    route: application,
    answers: {
      getProcess: () =>
        process({ status: 'COMPLETED', submission: waiting('2099-01-01T00:00:00Z') }, { running: true }),
    },
    repeats: ['getProcess'],
  },
  'a result whose receipt cannot be acknowledged': {
    route: application,
    answers: { getProcess: () => process({ status: 'SUBMITTED' }), acknowledgeResult: unavailable },
    repeats: ['acknowledgeResult'],
  },
  'a payment that is awaited': {
    route: application,
    answers: {
      getProcess: () => process({ status: 'PAYMENT_PENDING' }, { feeCents: 100 }),
      checkPayment: () => process({ status: 'PAYMENT_PENDING' }, { feeCents: 100 }),
      holdEditing: held,
    },
    repeats: ['checkPayment', ...inForm],
  },
  'a form': {
    route: application,
    answers: { getProcess: () => process(), getAccessData: access, holdEditing: held },
    repeats: inForm,
  },
  'a form while nobody can tell which window edits it': {
    route: application,
    answers: { getProcess: () => process(), getAccessData: access, holdEditing: unavailable },
    repeats: inForm,
  },
  'a form that cannot be saved': {
    route: application,
    answers: {
      getProcess: () => process(),
      getAccessData: access,
      holdEditing: held,
      saveProgress: unavailable,
    },
    act: (portal) => formOf(portal).send({ type: 'value.changed', path: 'owner', value: 'Ada' }),
    repeats: ['saveProgress', ...inForm],
  },
  'a form with a file that waits for the scanner': {
    route: application,
    answers: {
      getProcess: () => process(),
      getAccessData: access,
      holdEditing: held,
      uploadFile: () => ({ ...FILE, checked: false }),
      getUpload: () => ({ ...FILE, checked: false }),
    },
    act: chooseFile,
    repeats: ['getUpload', ...inForm],
  },
  'a form with a file that the server will take in a moment': {
    route: application,
    answers: {
      getProcess: () => process(),
      getAccessData: access,
      holdEditing: held,
      uploadFile: () => new Refusal(503, 'overloaded'),
    },
    act: chooseFile,
    repeats: ['uploadFile', ...inForm],
  },
  'a frame of a form server in which nobody works': {
    route: application,
    answers: {
      getProcess: () => process(),
      getAccessData: framed,
      holdEditing: held,
      prolongForm: () => ({ expires: '2099-01-01T00:00:00Z' }),
      saveProgress: unavailable,
    },
    act: async (portal) => {
      (await embeddedOf(portal)).send({ type: 'frame.shown' });
      await import('./frame-messages.ts');
      await vi.advanceTimersByTimeAsync(0);
      say({ type: 'lip:ready', page: 'p', title: 'P' });
      say({ type: 'lip:progress', revision: 3, page: 'p' });
      // The frame says again and again that it is used, and that its session is running out.
      setInterval(() => {
        say({ type: 'lip:dirty', dirty: true });
        say({ type: 'lip:session', state: 'expiring' });
        say({ type: 'lip:progress', revision: 4 + Math.floor(Date.now() / MINUTE_MS), page: 'p' });
      }, 20_000);
    },
    repeats: ['prolongForm', 'saveProgress', ...inForm],
  },
  'a form in a frame whose answer was lost': {
    route: application,
    answers: {
      getProcess: firstly(1, () => process(), unavailable),
      getAccessData: framed,
      holdEditing: held,
      saveProgress: firstly(
        1,
        () => new Refusal(0),
        () => new Refusal(409, 'version-conflict'),
      ),
    },
    act: async (portal) => {
      (await embeddedOf(portal)).send({ type: 'frame.shown' });
      await import('./frame-messages.ts');
      await vi.advanceTimersByTimeAsync(0);
      say({ type: 'lip:ready', page: 'p', title: 'P' });
      say({ type: 'lip:progress', revision: 3, page: 'p' });
    },
    repeats: ['getProcess', 'saveProgress', ...inForm],
  },
};

async function chooseFile(portal: Portal): Promise<void> {
  const isSent = new Promise<void>((resolve) => {
    Upload.noteSent = resolve;
  });
  formOf(portal).send({
    type: 'files.chosen',
    path: 'proof',
    files: [{ name: 'a.pdf', size: 3, type: 'application/pdf', content: new File(['abc'], 'a.pdf') }],
  });
  // The code that sends it is loaded first, which takes real time and none of the driven clock.
  await isSent;
}

/** Sends a file to the server as a browser does. */
class Upload {
  static noteSent: () => void = () => undefined;
  readonly upload: { onload?: () => void; onprogress?: (sent: { loaded: number }) => void } = {};
  readonly #headers: Record<string, string> = {};
  #address = '';
  status = 0;
  responseText = '';
  onload = () => undefined;
  open(_method: string, address: string): void {
    this.#address = address;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers[name.toLowerCase()] = value;
  }
  getResponseHeader = () => '1';
  abort = () => undefined;
  async send(): Promise<void> {
    this.upload.onprogress?.({ loaded: 3 });
    this.upload.onload?.();
    const answer = await server.send(this.#address, { method: 'POST', headers: this.#headers });
    this.status = answer.status;
    this.responseText = await answer.text();
    this.onload();
    Upload.noteSent();
  }
}

let portal: Portal;
let server: Server;
let noticeActivity: () => void;

/** The window as `src/browser/application/app.tsx` puts it together. */
async function open({ route, answers, act }: Situation): Promise<void> {
  server = new Server(answers);
  const { isAttended, noteSign } = watchPresence();
  const { onActivity, onProblem } = sessionSigns(() => portal, isAttended);
  noticeActivity = onActivity;
  const api = createApi(calls, { send: server.send, isAttended, onActivity, onProblem });
  portal = startPortal({
    api,
    noteSign,
    locale: 'de',
    loginOutcome: null,
    lastLogin: null,
    loginRefusal: null,
    namedLogin: null,
    logoutReturn: null,
    refuseStep: () => undefined,
    reload: () => undefined,
    inspect: undefined,
  });
  const withFlow = pageFlows(portal, api, { goOn: () => undefined, leadTo: () => undefined });
  await new Promise<void>((entered) => {
    withFlow(route.screen, () => {
      portal.send({ type: 'route.entered', route, locale: 'de' });
      entered();
    });
  });
  await vi.advanceTimersByTimeAsync(5_000);
  await act?.(portal);
  await vi.advanceTimersByTimeAsync(5_000);
}

// The client is as it is shipped: answers are not checked in the browser.
const entries = Object.values(calls) as Call[];
const schemas = entries.map(({ answer }) => answer);
beforeAll(() => {
  for (const call of entries) delete call.answer;
});
afterAll(() => {
  for (const [at, call] of entries.entries()) Object.assign(call, schemas[at] && { answer: schemas[at] });
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Upload);
  vi.stubGlobal('fetch', async () => Response.json({ id: 'mine' }));
  Object.defineProperty(navigator, 'userActivation', { value: { isActive: false }, configurable: true });
  const frame = document.createElement('iframe');
  frame.id = FRAME_ID;
  document.body.append(frame);
  Object.defineProperty(frame, 'contentDocument', { value: null, configurable: true });
  vi.spyOn(frame.contentWindow!, 'postMessage').mockImplementation(() => undefined);
});
afterEach(() => {
  portal.stop();
  document.body.replaceChildren();
  Object.defineProperty(navigator, 'userActivation', { value: undefined, configurable: true });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a window at which nobody sits', () => {
  it.each(Object.entries(situations))('with %s keeps no session', async (_, situation) => {
    await open(situation);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    const { expires } = server;
    const before = server.made.length;
    // The step on the screen changes: the address changes by itself.
    noticeActivity();
    await vi.advanceTimersByTimeAsync(expires - Date.now() - 1_000);
    const made = server.made.slice(before);
    expect(server.expires).toBe(expires);
    expect(made.filter(({ unattended }) => !unattended)).toEqual([]);
    const counts = Map.groupBy(made, ({ name }) => name);
    const repeated = [...counts].filter(([, all]) => all.length > 1).map(([name]) => name);
    expect(repeated.toSorted()).toEqual([...situation.repeats].toSorted());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(selectEnding(portal.getSnapshot().children.session!.getSnapshot())).toBe('expired');
  });

  it('asks again who is here until the server answers', async () => {
    await open({ route: { screen: 'other' }, answers: { getUser: unavailable }, repeats: [] });
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(server.made.length).toBeGreaterThan(10);
    expect(server.made.every(({ name, unattended }) => name === 'getUser' && unattended)).toBe(true);
  });
});

it('a window that somebody uses keeps it by the same calls', async () => {
  await open(situations['an application that waits for the delivery service']!);
  const { expires } = server;
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.expires).toBeGreaterThan(expires + 9 * MINUTE_MS);
});

/**
 * Calls of each workflow when a time is over, found in its drawing. Each is made in a situation above, which shows that
 * it extends nothing; or it is no call to this server, or not repeated by time.
 */
const calledByTime: Record<string, readonly string[]> = {
  application: ['acknowledgeResult', 'checkPayment', 'loadProcess'],
  // The call reads the files of the build, which need no session.
  build: ['fetchLatest'],
  drafts: ['loadLists'],
  embedded: ['prolongForm'],
  handingIn: ['loadPage'],
  // The call is made once after the last letter that somebody has typed.
  location: ['searchPlaces'],
  saving: ['saveProgress'],
  search: ['suggest'],
  session: ['readSession'],
  upload: ['askForCheck'],
  windows: ['report'],
};

it('no workflow calls anything by time that is not listed here', () => {
  const found = Object.entries(allMachines).flatMap(([name, machine]) => {
    const called = [...new Set(timedTargets(machine.root).flatMap((node) => invokedBy(node)))];
    return called.length > 0 ? [[name, called.toSorted()] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(calledByTime);
});

function timedTargets(node: AnyStateNode): AnyStateNode[] {
  const own = node.after.flatMap(({ target, reenter }) => [...(target ?? []), ...(reenter ? [node] : [])]);
  return [...own, ...Object.values(node.states).flatMap((child) => timedTargets(child))];
}

/** Calls on entering a state, also those of states that follow at once. */
function invokedBy(node: AnyStateNode, seen = new Set<AnyStateNode>()): string[] {
  if (seen.has(node)) return [];
  seen.add(node);
  const entered = node.type === 'parallel' ? Object.values(node.states) : [...(node.initial?.target ?? [])];
  const next = [...entered, ...(node.always ?? []).flatMap(({ target }) => [...(target ?? [])])];
  return [
    ...node.invoke.map(({ src }) => String(src)),
    ...next.flatMap((following) => invokedBy(following, seen)),
  ];
}
