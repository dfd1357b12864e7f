import { describe, expect, it } from 'vitest';
import { buildMachine } from '#machines/build/build.machine.ts';
import {
  selectBuildAge,
  selectIsReloading,
  selectIsStuck,
  selectNavigatesFully,
} from '#machines/build/build.selectors.ts';
import { buildEnds, buildSubject, MINUTE_MS } from './build.subject.ts';
import { type Live, runLive } from './live.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/**
 * A page is reloaded only after its input was saved, and the newest build is requested only where there is a build.
 */
function observer() {
  let secured = 0;
  return {
    afterStep(live: Live, event: { type: string }): void {
      const snapshot = live.snapshot() as never;
      if (event.type.startsWith('xstate.done.actor') && event.type.includes('securing')) secured += 1;
      expect(live.calls('reloadPage').length).toBe(secured);
      expect(live.underWay('fetchLatest')).toBe(live.state().includes('checking') ? 1 : 0);
      expect(selectIsStuck(snapshot)).toBe(live.state().includes('stuck'));
      if (selectIsReloading(snapshot)) expect(live.state()).toMatch(/judging|securing|reloading/);
      const isOld = live.state().includes('outdated');
      expect(selectBuildAge(snapshot) === 'outdated' && !live.state().includes('checking')).toBe(isOld);
      expect(selectNavigatesFully(snapshot)).toBe(isOld || selectIsStuck(snapshot));
    },
  };
}

it('notices a newer version and mends a page whose script is gone', async () => {
  const missing = await runFlow(
    { subject: buildSubject, ends: buildEnds, observer: observer },
    { ...internalTypes, 'tab.returned': true, 'chunk.lost': true, 'input.moved': true },
  );
  expect(missing).toEqual([]);
});

describe('the build of the page', () => {
  const open = () => runLive(buildMachine, (now) => ({ own: 'mine', now }), Object.keys(buildEnds));
  const age = (live: Live) => selectBuildAge(live.snapshot() as never);
  const lose = (live: Live) => live.bring({ type: 'chunk.lost', path: '/suche' } as never);

  it('is compared with the newest one second after the page is idle', async () => {
    const live = open();
    await live.passTime(MINUTE_MS);
    expect(live.calls('fetchLatest')).toEqual([]);
    await live.answer('awaitIdle', undefined);
    await live.passTime(999);
    expect(live.underWay('fetchLatest')).toBe(0);
    await live.passTime(1);
    expect([live.underWay('fetchLatest'), age(live)]).toEqual([1, 'unknown']);
    await live.answer('fetchLatest', 'mine');
    expect(age(live)).toBe('current');
  });

  it('is compared anew when the tab comes back after five minutes, and stays what it was meanwhile', async () => {
    const live = open();
    await live.answer('awaitIdle', undefined);
    await live.passTime(1_000);
    await live.answer('fetchLatest', 'mine');
    await live.bring({ type: 'tab.returned', at: 1_000 + 4 * MINUTE_MS } as never);
    expect(live.underWay('fetchLatest')).toBe(0);
    await live.bring({ type: 'tab.returned', at: 1_000 + 5 * MINUTE_MS } as never);
    expect([live.underWay('fetchLatest'), age(live)]).toEqual([1, 'current']);
    await live.answer('fetchLatest', 'newer');
    expect([age(live), selectNavigatesFully(live.snapshot() as never)]).toEqual(['outdated', true]);
  });

  it('reloads for a lost script once in ten seconds a path', async () => {
    const live = open();
    await live.passTime(MINUTE_MS);
    await lose(live);
    expect(live.calls('recallReload')).toEqual([{ path: '/suche' }]);
    await live.answer('recallReload', MINUTE_MS - 9_999);
    expect(selectIsStuck(live.snapshot() as never)).toBe(true);
    await live.passTime(1);
    await lose(live);
    await live.answer('recallReload', MINUTE_MS - 9_999);
    await live.answer('secureInput', undefined);
    expect(live.calls('reloadPage')).toEqual([{ path: '/suche', at: MINUTE_MS + 1 }]);
  });

  it('waits for files as long as they move', async () => {
    const live = open();
    await lose(live);
    await live.answer('recallReload', null);
    for (let second = 0; second < 20; second += 4) {
      await live.passTime(4_000);
      await live.bring({ type: 'input.moved' } as never);
    }
    expect(live.calls('secureInput')).toHaveLength(1);
    await live.answer('secureInput', undefined);
    expect(live.calls('reloadPage')).toHaveLength(1);
  });

  it('does not reload while something typed would be lost', async () => {
    const live = open();
    await lose(live);
    await live.answer('recallReload', null);
    await live.passTime(5_000);
    expect([live.calls('reloadPage'), selectIsStuck(live.snapshot() as never)]).toEqual([[], true]);
  });
});
