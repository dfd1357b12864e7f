import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor, createMachine } from 'xstate';
import type { EmbeddedEvent } from '#machines/embedded/embedded.types.ts';
import { FRAME_ID } from '#ui/screens/application/frame-id.ts';
import { talkToFrame } from './frame-channel.ts';

const ORIGIN = 'https://forms.example';
const CASE = '0d3c3c5e-6b3e-4f6a-9a55-0c3f2b1a9e10';
const ready = { v: 1, type: 'lip:ready', caseId: CASE, page: 'person', title: 'Person' };

let heard: EmbeddedEvent[] = [];
let signs = 0;
let told: [unknown, string][] = [];
let frame: HTMLIFrameElement;
let channel: AnyActorRef;
let actor: AnyActorRef;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  heard = [];
  told = [];
  signs = 0;
  frame = document.createElement('iframe');
  frame.id = FRAME_ID;
  document.body.append(frame);
  // The document is closed like one of another origin.
  Object.defineProperty(frame, 'contentDocument', { value: null, configurable: true });
  vi.spyOn(frame.contentWindow!, 'postMessage').mockImplementation(((message: unknown, origin: string) => {
    told.push([message, origin]);
  }) as never);
  const host = createMachine({
    invoke: {
      id: 'frame',
      src: talkToFrame(() => {
        signs += 1;
      }),
      input: { address: `${ORIGIN}/frame`, caseId: CASE },
    },
    on: { '*': { actions: ({ event }) => heard.push(event as EmbeddedEvent) } },
  });
  actor = createActor(host).start();
  channel = actor.getSnapshot().children.frame;
});
afterEach(() => {
  activate(undefined);
  actor.stop();
  frame.remove();
  vi.useRealTimers();
});

type Sent = { origin?: string; source?: Window | null };
async function say(data: unknown, { origin = ORIGIN, source = frame.contentWindow }: Sent = {}) {
  await reader();
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
}
/** Waits until the part that reads messages has arrived. */
async function reader(): Promise<void> {
  await import('./frame-messages.ts');
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
}

it('passes on what the protocol knows', async () => {
  const of = { v: 1, caseId: CASE };
  await say(ready);
  await say({ ...of, type: 'lip:height', height: 20_000 });
  await say({ ...of, type: 'lip:page', page: 'kind', title: 'Kind' });
  await say({ ...of, type: 'lip:dirty', dirty: true });
  await say({ ...of, type: 'lip:progress', revision: 3, page: 'kind' });
  await say({ ...of, type: 'lip:complete', revision: 4 });
  await say({ ...of, type: 'lip:cancel' });
  await say({ ...of, type: 'lip:session', state: 'expiring' });
  await say({ ...of, type: 'lip:session', state: 'lost' });
  expect(heard).toEqual([
    { type: 'frame.readied', page: 'person', title: 'Person' },
    { type: 'frame.resized', height: 20_000 },
    { type: 'frame.pageShown', page: 'kind', title: 'Kind' },
    { type: 'frame.dirtied', dirty: true },
    { type: 'frame.progressed', revision: 3 },
    { type: 'frame.completed', revision: 4 },
    { type: 'frame.cancelled' },
    { type: 'frame.warned' },
    { type: 'frame.ended' },
  ]);
});

/** Sets the browser's report about people in this page and its frames; undefined: none. */
const activate = (isActive: boolean | undefined) =>
  Object.defineProperty(navigator, 'userActivation', {
    value: isActive === undefined ? undefined : { isActive },
    configurable: true,
  });

it('notes that somebody works in the frame, if the browser says so', async () => {
  activate(false);
  await say({ v: 1, caseId: CASE, type: 'lip:dirty', dirty: true });
  expect(signs).toBe(0);
  activate(true);
  await say({ v: 1, caseId: CASE, type: 'lip:height', height: 812 });
  expect(signs).toBe(1);
  await say({ ...ready, v: 2 });
  expect(signs).toBe(1);
});

it('takes the word of the frame for it where the browser says nothing', async () => {
  const of = { v: 1, caseId: CASE };
  await say(ready);
  await say({ ...of, type: 'lip:height', height: 812 });
  await say({ ...of, type: 'lip:dirty', dirty: false });
  await say({ ...of, type: 'lip:session', state: 'expiring' });
  expect(signs).toBe(0);
  await say({ ...of, type: 'lip:dirty', dirty: true });
  await say({ ...of, type: 'lip:page', page: 'kind', title: 'Kind' });
  expect(signs).toBe(2);
});

it('believes a page that knows no case that the session is lost, and nothing else', async () => {
  await say({ ...ready, caseId: null });
  await say({ v: 1, type: 'lip:session', caseId: null, state: 'expiring' });
  expect(heard).toEqual([]);
  await say({ v: 1, type: 'lip:session', caseId: null, state: 'lost' });
  expect(heard).toEqual([{ type: 'frame.ended' }]);
});

it.each([
  ['another origin', ready, { origin: 'https://forms.example.evil' }],
  ['the same host on another port', ready, { origin: `${ORIGIN}:8443` }],
  ['another window', ready, { source: window as Window }],
  ['no window', ready, { source: null }],
])('ignores %s', async (_, message, from) => {
  await say(message, from);
  expect(heard).toEqual([]);
});

it.each([
  ['another case', { ...ready, caseId: '3b1f6a0e-0c7e-4a59-8d53-5a4d1f7f2b21' }],
  ['no case', { ...ready, caseId: undefined }],
  ['another version', { ...ready, v: 2 }],
  ['another type', { ...ready, type: 'lip:submit' }],
  ['a page that is no text', { ...ready, page: 7 }],
  ['a height that no form has', { v: 1, type: 'lip:height', caseId: CASE, height: 20_001 }],
  ['a revision below zero', { v: 1, type: 'lip:progress', caseId: CASE, revision: -1, page: 'kind' }],
  ['a text', 'lip:ready'],
  ['nothing', null],
])('ignores %s', async (_, message) => {
  await say(message);
  expect(heard).toEqual([]);
});

it('ends a frame that says more than sixty things in a second, whatever they are', async () => {
  for (let count = 0; count < 60; count += 1) await say('noise', { origin: 'https://evil.example' });
  expect(heard).toEqual([]);
  await say('noise', { origin: 'https://evil.example' });
  expect(heard).toEqual([{ type: 'frame.flooded' }]);
  await say(ready);
  expect(heard).toHaveLength(1);
});

it('gives up a frame that floods it at any time', async () => {
  vi.advanceTimersByTime(60_000);
  for (let count = 0; count < 101; count += 1) await say('noise');
  expect(heard).toEqual([{ type: 'frame.flooded' }]);
});

it('says hello also to a frame that has said something else', async () => {
  channel.send({ type: 'hello' });
  await say({ v: 1, caseId: CASE, type: 'lip:height', height: 812 });
  vi.advanceTimersByTime(1_000);
  expect(told).toHaveLength(3);
});

it('counts each second anew', async () => {
  for (let count = 0; count < 60; count += 1) await say('noise');
  vi.advanceTimersByTime(1_001);
  for (let count = 0; count < 60; count += 1) await say('noise');
  expect(heard).toEqual([]);
});

it('speaks to the exact origin, and says hello until the frame is ready', async () => {
  channel.send({ type: 'hello' });
  expect(told).toEqual([[{ v: 1, type: 'lip:hello' }, ORIGIN]]);
  vi.advanceTimersByTime(1_000);
  expect(told).toHaveLength(3);
  await say(ready);
  vi.advanceTimersByTime(5_000);
  expect(told).toHaveLength(3);
  channel.send({ type: 'language', locale: 'en' });
  channel.send({ type: 'page', page: 'kind' });
  channel.send({ type: 'save' });
  expect(told.slice(3)).toEqual([
    [{ v: 1, type: 'lip:language', locale: 'en' }, ORIGIN],
    [{ v: 1, type: 'lip:page', page: 'kind' }, ORIGIN],
    [{ v: 1, type: 'lip:save' }, ORIGIN],
  ]);
});

it('says nothing to a frame that has no document of the form server yet', () => {
  Object.defineProperty(frame, 'contentDocument', { value: document, configurable: true });
  channel.send({ type: 'hello' });
  expect(told).toEqual([]);
});

it('reads nothing later that came before it could read', async () => {
  window.dispatchEvent(
    new MessageEvent('message', { data: ready, origin: ORIGIN, source: frame.contentWindow }),
  );
  await reader();
  expect(heard).toEqual([]);
  await say(ready);
  expect(heard).toHaveLength(1);
});

it('listens and speaks no more once the form is left', async () => {
  channel.send({ type: 'hello' });
  actor.stop();
  vi.advanceTimersByTime(5_000);
  await say(ready);
  expect([told.length, heard.length]).toEqual([1, 0]);
});
