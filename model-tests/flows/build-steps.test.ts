import { describe, expect, it } from 'vitest';
import { buildMachine } from '#machines/build/build.machine.ts';
import {
  selectBuildAge,
  selectIsReloading,
  selectIsStuck,
  selectNavigatesFully,
} from '#machines/build/build.selectors.ts';
import { buildEnds } from './build.subject.ts';
import { hearing, type Live, runLive } from './live.ts';

function begin() {
  const { parent, told } = hearing();
  return {
    told,
    live: runLive(buildMachine, (now) => ({ parent, own: 'b-1', now }), Object.keys(buildEnds)),
  };
}
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

describe('the build of the page', () => {
  const asked = ({ calls }: Live) => calls('fetchLatest').length;
  const back = (live: Live, time: number) => live.bring({ type: 'tab.returned', at: time } as never);
  /** The newest build is asked for one second after the beginning. */
  async function checking() {
    const begun = begin();
    await begun.live.answer('awaitIdle', undefined);
    await begun.live.passTime(1_000);
    return begun;
  }

  it.each(['answer', 'refuse'] as const)('is compared a second after the page is idle: %s', async (end) => {
    const { live } = begin();
    await live[end]('awaitIdle', undefined);
    await live.passTime(999);
    expect(asked(live)).toBe(0);
    await live.passTime(1);
    expect([asked(live), read(live)]).toEqual([1, nothing]);
  });

  it.each([
    ['is the newest', (live: Live) => live.answer('fetchLatest', 'b-1'), 'current'],
    ['cannot be compared', (live: Live) => live.refuse('fetchLatest', {}), 'unknown'],
  ] as const)('that %s is compared again when the tab is back after five minutes', async (_, end, age) => {
    const { live, told } = await checking();
    await end(live);
    await back(live, 300_999);
    expect([asked(live), read(live), told]).toEqual([1, { ...nothing, age }, []]);
    await back(live, 301_000);
    expect([asked(live), read(live).age], 'it stays what it was meanwhile').toEqual([2, age]);
  });

  it('that is not the newest is told once, and the next page is loaded in full', async () => {
    const { live, told } = await checking();
    await live.answer('fetchLatest', 'b-2');
    expect(told).toEqual([
      { type: 'notification.raised', notification: { type: 'info', key: 'common:newVersion' } },
    ]);
    expect(read(live)).toEqual({ ...nothing, age: 'outdated', fully: true });
    await back(live, 999_999);
    expect(asked(live)).toBe(1);
  });
});

describe('a page that lacks a script', () => {
  const lose = (live: Live, path = '/formular') => live.bring({ type: 'chunk.lost', path } as never);
  async function securing() {
    const { live } = begin();
    await lose(live);
    await live.answer('recallReload', null);
    return live;
  }

  it('is reloaded when nothing that was typed would be lost', async () => {
    const { live } = begin();
    expect(read(live).reloading).toBe(false);
    await lose(live);
    expect([live.calls('recallReload'), read(live).reloading]).toEqual([[{ path: '/formular' }], true]);
    await live.answer('recallReload', null);
    expect(live.calls('secureInput')).toEqual([{ progress: expect.anything() }]);
    expect(read(live).reloading).toBe(true);
    await live.answer('secureInput', undefined);
    expect(live.calls('reloadPage')).toEqual([{ path: '/formular', at: 0 }]);
    await live.passTime(9_999);
    expect(read(live).reloading).toBe(true);
    await live.passTime(1);
    expect(read(live)).toEqual({ ...nothing, stuck: true, fully: true });
  });

  it.each([
    [9_999, false],
    [10_000, true],
  ])('is reloaded again only after ten seconds: %i ms', async (ms, isReloaded) => {
    const { live } = begin();
    await live.passTime(20_000);
    await lose(live);
    await live.answer('recallReload', 20_000 - ms);
    expect([read(live).reloading, read(live).stuck]).toEqual([isReloaded, !isReloaded]);
  });

  it.each([
    ['recallReload', async () => undefined],
    ['secureInput', (live: Live) => live.answer('recallReload', null)],
    [
      'reloadPage',
      async (live: Live) => {
        await live.answer('recallReload', null);
        await live.answer('secureInput', undefined);
      },
    ],
  ] as const)('says so when %s fails', async (src, before) => {
    const { live } = begin();
    await lose(live);
    await before(live);
    await live.refuse(src, {});
    expect(read(live).stuck).toBe(true);
    await lose(live, '/andere');
    expect(live.calls('recallReload').at(-1)).toEqual({ path: '/andere' });
  });

  it('waits five seconds for the input, counted from the last part of a file', async () => {
    const live = await securing();
    for (let part = 0; part < 3; part += 1) {
      await live.passTime(4_999);
      await live.bring({ type: 'input.moved' });
    }
    await live.passTime(4_999);
    expect([read(live).reloading, live.calls('secureInput').length]).toEqual([true, 1]);
    await live.passTime(1);
    expect([read(live).stuck, live.calls('reloadPage')]).toEqual([true, []]);
  });
});
