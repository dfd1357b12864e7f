import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorLogic, createActor, createMachine } from 'xstate';
import { watchReturn } from './watch-return.ts';
import { watchTab } from './watch-tab.ts';
import { watchClock, watchNetwork } from './watchers.ts';

let visibility: DocumentVisibilityState = 'visible';
const turn = (to: DocumentVisibilityState) => {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
};
/** The page is shown; by `persisted`, from the history and as it was. */
const show = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

/** A workflow that has something watched, and all that it hears of it. */
function watching(watcher: AnyActorLogic, input?: object) {
  const heard: unknown[] = [];
  const hearing = { actions: ({ event }: { event: unknown }) => void heard.push(event) };
  const flow = createMachine({ invoke: { src: watcher, input }, on: { '*': hearing } });
  const actor = createActor(flow).start();
  return { heard, stop: () => actor.stop() };
}

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the clock', () => {
  const woke = { type: 'clock.woke' };

  it('says that the device slept, and not that time passes', () => {
    const { heard, stop } = watching(watchClock);
    vi.advanceTimersByTime(10_000);
    expect(heard).toEqual([]);
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(1_000);
    expect(heard).toEqual([woke]);
    stop();
  });

  it('says that it was set back', () => {
    const { heard, stop } = watching(watchClock);
    vi.setSystemTime(Date.now() - 60_000);
    vi.advanceTimersByTime(1_000);
    expect(heard).toEqual([woke]);
    stop();
  });

  it('counts the time of a hidden tab once the tab is seen again', () => {
    const { heard, stop } = watching(watchClock);
    turn('hidden');
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(5_000);
    expect(heard).toEqual([]);
    turn('visible');
    expect(heard).toEqual([woke]);
    stop();
  });

  it('says that a page is back from the history, and not that it is shown for the first time', () => {
    const { heard, stop } = watching(watchClock);
    show(false);
    expect(heard).toEqual([]);
    show(true);
    expect(heard).toEqual([woke]);
    stop();
  });

  it('is watched no longer than the workflow needs it', () => {
    const before = vi.getTimerCount();
    const { heard, stop } = watching(watchClock);
    stop();
    expect(vi.getTimerCount()).toBe(before);
    show(true);
    expect(heard).toEqual([]);
  });
});

describe('the tab', () => {
  it('says that it is left, and on the return for how long', () => {
    const { heard, stop } = watching(watchTab);
    turn('hidden');
    vi.advanceTimersByTime(4_000);
    turn('visible');
    expect(heard).toEqual([{ type: 'tab.left' }, { type: 'tab.returned', awayMs: 4_000 }]);
    stop();
    turn('hidden');
    expect(heard).toHaveLength(2);
  });

  it('that was opened out of sight is left from the beginning', () => {
    visibility = 'hidden';
    const { heard, stop } = watching(watchTab);
    expect(heard).toEqual([{ type: 'tab.left' }]);
    stop();
  });
});

it('the network is reported when it goes, when it comes back, and when it is away at the start', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { heard, stop } = watching(watchNetwork);
  const lost = { type: 'network.lost' };
  const restored = { type: 'network.restored' };
  expect(heard).toEqual([lost]);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(heard).toEqual([lost, restored]);
  stop();
  window.dispatchEvent(new Event('offline'));
  expect(heard).toHaveLength(2);
});

describe('the return from the payment', () => {
  const back = { type: 'payment.returned' };

  it('is that this window is looked at again', () => {
    const { heard, stop } = watching(watchReturn, { processId: 'p1' });
    window.dispatchEvent(new Event('focus'));
    turn('hidden');
    expect(heard).toEqual([back]);
    turn('visible');
    expect(heard).toEqual([back, back]);
    stop();
    window.dispatchEvent(new Event('focus'));
    turn('visible');
    expect(heard).toHaveLength(2);
  });

  it('is reported by the page of the return, for this application or for an unknown one', async () => {
    vi.useRealTimers();
    const other = new BroadcastChannel('serviceportal');
    const { heard, stop } = watching(watchReturn, { processId: 'p1' });
    const ended = watching(watchReturn, { processId: 'p1' });
    ended.stop();
    for (const processId of ['p2', 'p1', null]) other.postMessage({ ...back, processId });
    other.postMessage({ type: 'session.renewed' });
    const last = watching(watchReturn, { processId: 'last' });
    other.postMessage({ ...back, processId: 'last' });
    await vi.waitFor(() => expect(last.heard).toEqual([back, back]), 10_000);
    expect(heard).toEqual([back, back]);
    expect(ended.heard).toEqual([]);
    stop();
    last.stop();
    other.close();
  });
});
