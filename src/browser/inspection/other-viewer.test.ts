import { createBrowserReceiver, createInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, createMachine, fromPromise, sendTo, setup } from 'xstate';
import * as z from 'zod';
import type { SearchResult } from '#contract/content.ts';
import { arrowsOf } from '#machines/drawing/arrows.ts';
import { searchMachine } from '#machines/search/search.machine.ts';
import type { SuggestionQuery } from '#machines/search/search.types.ts';
import { readEvents, reportsOf } from '#ui/workshop/live/inspect-events.ts';
import { standingsAt } from '#ui/workshop/live/recording.ts';
import { viewerAt } from '../workshop/viewer.ts';
import { otherViewer } from './other-viewer.ts';
import { createReports } from './reports.ts';

/**
 * Messages that a viewer hears through the receiver of `@statelyai/inspect`, compared with those of the package's own
 * inspector.
 */

const VIEWER = 'https://viewer.example/inspect';
const { origin } = new URL(VIEWER);

/** The window of a viewer that this one has opened. */
function viewerWindow() {
  const viewer = new EventTarget();
  const arrive = (at: EventTarget, data: unknown, from: string, source: EventTarget) => {
    const event = new MessageEvent('message', { data: structuredClone(data), origin: from });
    Object.defineProperty(event, 'source', { value: source });
    at.dispatchEvent(event);
  };
  const opener = { postMessage: (data: unknown) => arrive(window, data, origin, viewer) };
  const postMessage = (data: unknown, to: string) => {
    if (to === origin) arrive(viewer, data, location.origin, window);
  };
  return Object.assign(viewer, { self: viewer, top: viewer, opener, postMessage }) as unknown as Window;
}

const always = {
  id: z.string(),
  rootId: z.string(),
  sessionId: z.string(),
  createdAt: z.string().regex(/^\d{13}$/),
  _version: z.string(),
};
const status = z.enum(['active', 'done', 'error', 'stopped']);
const nothing = z.undefined();
/** The types of the package as shapes: each of them compiles only while it agrees with its type. */
const protocol: z.ZodType<StatelyInspectionEvent> = z.discriminatedUnion('type', [
  z.object({
    ...always,
    type: z.literal('@xstate.actor'),
    name: z.string(),
    parentId: z.string().or(nothing),
    definition: z.string(),
    snapshot: z.object({ status, context: nothing.optional(), output: nothing.optional() }),
  }),
  z.object({
    ...always,
    type: z.literal('@xstate.event'),
    sourceId: z.string().or(nothing),
    event: z.strictObject({ type: z.string() }),
  }),
  z.object({
    ...always,
    type: z.literal('@xstate.snapshot'),
    event: z.strictObject({ type: z.string() }),
    snapshot: z.object({ status, context: nothing.optional(), output: nothing, error: nothing }),
  }),
]);

const parent = setup({
  actors: {
    search: searchMachine.provide({
      actors: { suggest: fromPromise<readonly SearchResult[], SuggestionQuery>(async () => []) },
      delays: { untilQuiet: 0 },
    }),
  },
}).createMachine({
  id: 'parent',
  invoke: { id: 'own search', src: 'search' },
  initial: 'waiting',
  states: {
    waiting: {
      on: {
        'text.typed': {
          target: 'asked',
          actions: sendTo('own search', { type: 'query.typed', query: 'dog', locale: 'en' }),
        },
      },
    },
    asked: {},
  },
});

const heard: StatelyInspectionEvent[] = [];
/** Events that the package itself reports. */
const said: StatelyInspectionEvent[] = [];

beforeEach(async () => {
  heard.length = 0;
  said.length = 0;
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  const viewer = viewerWindow();
  vi.spyOn(window, 'open').mockReturnValue(viewer);
  const other = otherViewer(VIEWER, () => replay());
  const { inspect, replay } = createReports({ window: 'w', page: 1 }, other.send);
  const inspector = createInspector({ send: (event) => said.push(event) });
  other.open();
  createBrowserReceiver({ window: viewer }).subscribe((event) => void heard.push(event));
  const actor = createActor(parent, {
    inspect: (event) => {
      inspect(event);
      inspector.inspect.next?.(event);
    },
  });
  actor.start();
  actor.send({ type: 'text.typed' });
  await vi.waitFor(() => expect(JSON.stringify(said)).toContain('xstate.done.actor'));
  await new Promise((resolve) => setTimeout(resolve));
});
afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('hears nothing but events of the protocol, each with an id of its own', () => {
  for (const event of heard) expect(protocol.safeParse(event).error?.issues ?? []).toEqual([]);
  expect(new Set(heard.map(({ id }) => id)).size).toBe(heard.length);
});

it('hears of the same actors, events and states as from the package, in the same order', () => {
  const shared = (event: StatelyInspectionEvent) => {
    const { type, sessionId, rootId, _version } = event;
    const always = { type, sessionId, rootId, _version };
    switch (event.type) {
      case '@xstate.actor':
        return { ...always, parentId: event.parentId };
      case '@xstate.event':
        return { ...always, sourceId: event.sourceId, event: event.event.type };
      case '@xstate.snapshot': {
        const { status, value } = event.snapshot as { status: string; value?: unknown };
        return { ...always, event: event.event.type, status, value };
      }
    }
  };
  expect(heard.length).toBeGreaterThan(10);
  expect(heard.map(shared)).toEqual(said.map(shared));
});

it('can draw the machines, and names what is none', () => {
  const drawn = heard.flatMap((event) =>
    event.type === '@xstate.actor' ? [[event.name, event.definition] as const] : [],
  );
  expect(drawn.map(([name]) => name)).toEqual(['parent', 'search', 'suggest']);
  const [, search, call] = drawn.map(([, definition]) => createMachine(JSON.parse(definition ?? '')));
  expect(arrowsOf(search!)).toEqual(arrowsOf(searchMachine));
  expect(call?.id).toBe('suggest');
});

it('hears a recording of the workshop as a whole, and what it has heard is opened there again', async () => {
  const recording = readEvents(JSON.parse(JSON.stringify(heard)))!;
  const viewer = viewerWindow();
  const { opener } = viewer;
  // As in browsers, a message arrives when its sender is done.
  const postMessage = (data: unknown) => setTimeout(() => opener.postMessage(data));
  Object.assign(viewer, { opener: { postMessage } });
  vi.spyOn(window, 'open').mockReturnValue(viewer);
  const told: StatelyInspectionEvent[] = [];
  viewerAt(VIEWER)?.show(reportsOf(recording));
  createBrowserReceiver({ window: viewer }).subscribe((event) => void told.push(event));
  await vi.waitFor(() => expect(told).toHaveLength(reportsOf(recording).length));
  for (const event of told) expect(protocol.safeParse(event).error?.issues ?? []).toEqual([]);
  expect(told.map(({ type }) => type)).toContain('@xstate.snapshot');
  const again = readEvents(JSON.parse(JSON.stringify(told)))!;
  const facts = ({ entries }: typeof again) =>
    entries.map(({ at, event, status, value, arrows }) => ({ at, event, status, value, arrows }));
  expect(facts(again)).toEqual(facts(recording));
  expect(facts(recording).flatMap(({ arrows }) => arrows)).toContain('waiting text.typed');
});

it('may be another program: what the package itself has said is opened with the same states', () => {
  const states = (events: readonly StatelyInspectionEvent[]) => {
    const recording = readEvents(JSON.parse(JSON.stringify(events)))!;
    return [...standingsAt(recording, recording.entries.length).values()].map(({ value, status }) => [
      value,
      status,
    ]);
  };
  expect(states(said)).toEqual(states(heard));
});

/** The next page of a window, with what the browser finds under the name of the viewer. */
function nextPage(found: unknown) {
  const open = vi.spyOn(window, 'open').mockReturnValue(found as Window | null);
  const next = otherViewer(VIEWER, () => undefined);
  next.resume();
  next.send({ type: '@xstate.event', event: { type: 'told' } } as never);
  return { next, open };
}
/** A window whose address can be read, as those of this origin. */
const readable = (href: string) => ({ location: { href }, close: vi.fn(), postMessage: vi.fn() });
/** A window of another origin. */
const foreign = () => ({
  get location(): never {
    throw new DOMException('', 'SecurityError');
  },
  postMessage: vi.fn(),
});

it('goes on after the next page has loaded, without opening the viewer anew', () => {
  const viewer = foreign();
  const { open } = nextPage(viewer);
  expect(open).toHaveBeenCalledWith('', 'xstateinspector');
  expect(viewer.postMessage).toHaveBeenCalledWith(expect.objectContaining({ type: '@xstate.event' }), origin);
});

it('tells nobody more when the viewer was closed, and leaves no empty window', () => {
  const empty = readable('about:blank');
  nextPage(empty);
  expect(empty.close).toHaveBeenCalled();
  expect(empty.postMessage).not.toHaveBeenCalled();
  expect(nextPage(foreign()).open.mock.calls.filter(([url]) => url === '')).toHaveLength(1);
});

it('looks for no viewer in a window that has opened none, or has ended it', () => {
  const { next } = nextPage(foreign());
  next.close();
  const later = foreign();
  nextPage(later);
  expect(later.postMessage).not.toHaveBeenCalled();
});
