import { describe, expect, it } from 'vitest';
import { createActor, type EventObject, fromCallback } from 'xstate';
import { buildMachine } from '#machines/build/build.machine.ts';
import {
  selectBuildAge,
  selectIsReloading,
  selectIsStuck,
  selectNavigatesFully,
} from '#machines/build/build.selectors.ts';
import { type Live, runLive } from './live.ts';

const CALLS = ['awaitIdle', 'fetchLatest', 'recallReload', 'secureInput', 'reloadPage'];

function begin(own: string | null = 'b-1') {
  const told: unknown[] = [];
  const parent = createActor(
    fromCallback<EventObject>(({ receive }) => receive((report) => void told.push(report))),
  ).start();
  return { told, live: runLive(buildMachine, (now) => ({ parent, own, now }), CALLS) };
}
/** The state of one of the two regions. */
const at = (live: Live, region: 'version' | 'scripts') =>
  (live.snapshot().value as Record<string, unknown>)[region];
const read = (live: Live) => {
  const snapshot = live.snapshot() as never;
  return {
    age: selectBuildAge(snapshot),
    stuck: selectIsStuck(snapshot),
    reloading: selectIsReloading(snapshot),
    fully: selectNavigatesFully(snapshot),
  };
};
const nothing = { age: 'unknown', stuck: false, reloading: false, fully: false };
const newVersion = {
  type: 'notification.raised',
  notification: { type: 'info', key: 'common:newVersion' },
};
async function checked(latest: string) {
  const begun = begin();
  await begun.live.answer('awaitIdle', undefined);
  await begun.live.passTime(1_000);
  await begun.live.answer('fetchLatest', latest);
  return begun;
}
const lose = (live: Live, path = '/formular') => live.bring({ type: 'chunk.lost', path } as never);
const back = (live: Live, time: number) => live.bring({ type: 'tab.returned', at: time } as never);

describe('the build of the page', () => {
  it('is not watched where there is none', () => {
    const { live } = begin(null);
    expect(at(live, 'version')).toBe('unwatched');
    expect(read(live)).toEqual(nothing);
  });

  it.each(['answer', 'refuse'] as const)('is compared a second after the page is idle: %s', async (end) => {
    const { live } = begin();
    expect(at(live, 'version')).toBe('busy');
    await live[end]('awaitIdle', undefined);
    await live.passTime(999);
    expect(at(live, 'version')).toBe('settling');
    await live.passTime(1);
    expect(at(live, 'version')).toBe('checking');
  });

  it('that is the newest is compared again when the tab is back after five minutes', async () => {
    const { live, told } = await checked('b-1');
    expect([at(live, 'version'), read(live)]).toEqual(['checked', { ...nothing, age: 'current' }]);
    // Compared a second after the beginning.
    await back(live, 300_999);
    expect(at(live, 'version')).toBe('checked');
    await back(live, 301_000);
    expect(at(live, 'version')).toBe('checking');
    expect(told).toEqual([]);
  });

  it('that is not the newest is told once, and the next page is loaded in full', async () => {
    const { live, told } = await checked('b-2');
    expect(told).toEqual([newVersion]);
    expect([at(live, 'version'), read(live)]).toEqual([
      'outdated',
      { ...nothing, age: 'outdated', fully: true },
    ]);
    await back(live, 999_999);
    expect(at(live, 'version')).toBe('outdated');
  });

  it('that cannot be compared is compared later', async () => {
    const { live, told } = begin();
    await live.answer('awaitIdle', undefined);
    await live.passTime(1_000);
    await live.refuse('fetchLatest', {});
    expect([at(live, 'version'), read(live), told]).toEqual(['checked', nothing, []]);
    await back(live, 300_999);
    expect(at(live, 'version')).toBe('checked');
    await back(live, 301_000);
    expect(at(live, 'version')).toBe('checking');
  });

  it('needs nobody who is told', async () => {
    const live = runLive(buildMachine, (now) => ({ own: 'b-1', now }), CALLS);
    await live.answer('awaitIdle', undefined);
    await live.passTime(1_000);
    await live.answer('fetchLatest', 'b-2');
    expect(at(live, 'version')).toBe('outdated');
  });
});

describe('a page that lacks a script', () => {
  it('is reloaded when nothing that was typed would be lost', async () => {
    const { live } = begin();
    expect([at(live, 'scripts'), read(live).reloading]).toEqual(['intact', false]);
    await lose(live);
    expect([at(live, 'scripts'), read(live).reloading]).toEqual(['judging', true]);
    expect(live.calls('recallReload')).toEqual([{ path: '/formular' }]);
    await live.answer('recallReload', null);
    expect([at(live, 'scripts'), read(live).reloading]).toEqual([{ securing: 'waiting' }, true]);
    expect((live.calls('secureInput')[0] as { progress: unknown }).progress).toBeDefined();
    await live.answer('secureInput', undefined);
    expect([at(live, 'scripts'), read(live).reloading]).toEqual(['reloading', true]);
    expect(live.calls('reloadPage')).toEqual([{ path: '/formular', at: 0 }]);
    await live.passTime(9_999);
    expect(at(live, 'scripts')).toBe('reloading');
    await live.passTime(1);
    expect([at(live, 'scripts'), read(live)]).toEqual(['stuck', { ...nothing, stuck: true, fully: true }]);
  });

  it.each([
    [10_001, 'stuck'],
    [10_000, 'stuck'],
    [0, { securing: 'waiting' }],
  ])('is not reloaded in a loop: last at %i', async (last, state) => {
    const { live } = begin();
    await live.passTime(last === 0 ? 10_000 : 20_000 - 1);
    await lose(live);
    await live.answer('recallReload', last);
    expect(at(live, 'scripts')).toEqual(state);
  });

  it.each(['recallReload', 'secureInput', 'reloadPage'])('says so when %s fails', async (src) => {
    const { live } = begin();
    await lose(live);
    for (const [call, output] of [
      ['recallReload', null],
      ['secureInput', undefined],
    ] as const) {
      if (call === src) break;
      await live.answer(call, output);
      if (src === 'secureInput') break;
    }
    await live.refuse(src, {});
    expect(at(live, 'scripts')).toBe('stuck');
    await lose(live, '/andere');
    expect(live.calls('recallReload').at(-1)).toEqual({ path: '/andere' });
  });

  it('waits five seconds for the input, counted from the last part of a file', async () => {
    const { live } = begin();
    await lose(live);
    await live.answer('recallReload', null);
    await live.passTime(4_999);
    await live.bring({ type: 'input.moved' });
    await live.passTime(4_999);
    expect(at(live, 'scripts')).toEqual({ securing: 'waiting' });
    await live.passTime(1);
    expect(at(live, 'scripts')).toBe('stuck');
  });
});
