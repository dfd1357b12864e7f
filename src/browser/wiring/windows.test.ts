import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorLogic, createActor, createMachine, toPromise } from 'xstate';
import type { Api } from '../api.ts';
import { ownWindow } from './own-window.ts';
import { followApplication, wireWindows } from './windows.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function wire(saveAll: (signal: AbortSignal) => Promise<void> = async () => undefined) {
  const done: string[] = [];
  const note =
    (name: string) =>
    async ({ params }: { params: { id: string } }) => {
      done.push(`${name} ${params.id}`);
    };
  const api = { releaseEditing: note('released'), holdEditing: note('held') } as unknown as Api;
  const flow = wireWindows(api, { saveAll, beginAnew: () => undefined });
  const part = (name: string) => flow.implementations.actors[name as never] as unknown as AnyActorLogic;
  return { done, part };
}

describe('a window that another one takes over from', () => {
  it('saves its entries first, and then lets go', async () => {
    const { done, part } = wire(async () => void done.push('saved'));
    await toPromise(createActor(part('letGo'), { input: { processId: 'p1' } }).start());
    expect(done).toEqual(['saved', 'released p1']);
  });

  it('lets go also when the entries cannot be saved', async () => {
    const { done, part } = wire(() => Promise.reject(new Error('offline')));
    await toPromise(createActor(part('letGo'), { input: { processId: 'p1' } }).start());
    expect(done).toEqual(['released p1']);
  });

  it('does not wait for ever for entries to be saved', async () => {
    vi.useFakeTimers();
    const { done, part } = wire(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const letting = toPromise(createActor(part('letGo'), { input: { processId: 'p1' } }).start());
    await vi.advanceTimersByTimeAsync(5_000);
    await letting;
    expect(done).toEqual(['released p1']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a window that edits', () => {
  function edit() {
    const { done, part } = wire();
    const heard: unknown[] = [];
    const hearing = { actions: ({ event }: { event: unknown }) => void heard.push(event) };
    const input = { processId: 'p1' };
    const flow = createMachine({ invoke: { src: part('watchWindows'), input }, on: { '*': hearing } });
    const actor = createActor(flow).start();
    return { done, heard, stop: () => actor.stop() };
  }
  const show = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

  it('is asked for its own application only', async () => {
    const other = new BroadcastChannel('serviceportal');
    const { heard, stop } = edit();
    other.postMessage({ type: 'editing.requested', processId: 'p2' });
    other.postMessage({ type: 'payment.returned', processId: 'p1' });
    other.postMessage({ type: 'editing.requested', processId: 'p1' });
    await vi.waitFor(() => expect(heard).not.toEqual([]), 10_000);
    expect(heard).toEqual([{ type: 'editing.requested' }]);
    stop();
    other.close();
  });

  it('lets go when it is left, and leaves its name to the next page', () => {
    const { done, stop } = edit();
    window.dispatchEvent(new Event('pagehide'));
    expect(done).toEqual(['released p1']);
    expect(sessionStorage.getItem('serviceportal.window')).toBe(ownWindow().window);
    stop();
  });

  it('takes its name up again when it comes back from the history, and reports itself', () => {
    const { heard, stop } = edit();
    window.dispatchEvent(new Event('pagehide'));
    show(false);
    expect(heard).toEqual([]);
    show(true);
    expect(heard).toEqual([{ type: 'window.returned' }]);
    expect(sessionStorage.getItem('serviceportal.window')).toBeNull();
    stop();
  });

  it('lets go at the end, and hears nothing after that', () => {
    const { done, heard, stop } = edit();
    stop();
    expect(done).toEqual(['released p1']);
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('pagehide'));
    show(true);
    expect(heard).toEqual([]);
    expect(done).toEqual(['released p1']);
  });
});

it('a login is reported to the windows; that nobody is logged in is not', () => {
  const sent: unknown[] = [];
  const windows = { send: (event: unknown) => sent.push(event) };
  const snapshotOf = (viewer: string) => ({ children: { windows }, context: { viewer } });
  let snapshot = snapshotOf('unknown');
  let changed: (snapshot: object) => void = () => undefined;
  const portal = {
    getSnapshot: () => snapshot,
    subscribe: (listener: typeof changed) => {
      changed = listener;
    },
  };
  followApplication(portal as never);
  for (const viewer of ['none', 'account', 'account', 'none', 'anonymous']) {
    snapshot = snapshotOf(viewer);
    changed(snapshot);
  }
  expect(sent).toEqual([{ type: 'session.renewed' }, { type: 'session.renewed' }]);
});
