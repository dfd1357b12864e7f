import { describe, expect, it } from 'vitest';
import { windowsMachine } from '#machines/windows/windows.machine.ts';
import { selectElsewhere, selectIsReadOnly } from '#machines/windows/windows.selectors.ts';
import { follow, type Step } from './follow.ts';
import { type Live, runLive } from './live.ts';
import { windowsEnds } from './windows.subject.ts';

/** Messages to the page and to the other windows. */
const told: unknown[] = [];

function open(): Live {
  told.length = 0;
  const watched = windowsMachine.provide({
    actions: {
      beginAnew: () => void told.push('begin anew'),
      askOthers: (_, query) => void told.push(query),
    },
  });
  return runLive(watched, () => undefined, Object.keys(windowsEnds));
}

const ASKING = 'open.asking';
const RESTING = 'open.editing.resting';
const REPORTING = 'open.editing.reporting';
const UNSURE = 'open.unsure';
const LETTING_GO = 'open.lettingGo';
const CLOSED = 'open.closed';
const WARNED = 'open.elsewhere.warned';
const TAKEN_OVER = 'open.elsewhere.takenOver';
const TAKING = 'open.elsewhere.taking';

const elsewhere = { browser: 'firefox', since: '2026-11-20T10:00:00Z' };
const here = { elsewhere: null, againMs: 10_000, wanted: false };
const there = { elsewhere, againMs: 20_000, wanted: false };
const event = (type: string) => ({ type });
const shown = (processId = 'p-1'): Step => [
  { type: 'application.shown', processId } as never,
  ASKING,
  { elsewhere: null, problem: null, againMs: 0 },
];
const report = (output: { againMs: number; wanted: boolean }, state: string): Step => [
  { answer: 'report', output },
  state,
  state === LETTING_GO ? undefined : { againMs: output.againMs },
];
const fail = (code: string, state: string, src = 'report'): Step => [{ refuse: src, error: { code } }, state];
/** First asks, then reports again immediately, then rests. */
const editing: Step[] = [shown(), report(here, REPORTING), report(here, RESTING)];
const read = (live: Live) => [
  selectElsewhere(live.snapshot() as never),
  selectIsReadOnly(live.snapshot() as never),
];

describe('a window that edits', () => {
  it('asks at once, and then whenever it is time, for an answer that may come late', async () => {
    const live = open();
    expect(live.state()).toBe('idle');
    await follow(live, [
      ...editing,
      [{ passMs: 9_999 }, RESTING],
      [{ passMs: 1 }, REPORTING],
      report({ ...here, againMs: 20 }, RESTING),
      [{ passMs: 20 }, REPORTING],
    ]);
    expect(live.calls('report')).toEqual([
      { processId: 'p-1', waits: false },
      ...Array(3).fill({ processId: 'p-1', waits: true }),
    ]);
    expect(read(live)).toEqual([null, false]);
    expect(told).toEqual([]);
  });

  it('looks anew when it is back, and begins anew after a write was refused, once', async () => {
    const live = open();
    const back: Step[] = [[event('window.returned'), ASKING], report(here, REPORTING)];
    await follow(live, [...editing, ...back]);
    expect(told).toEqual([]);
    await follow(live, [[event('write.refused'), ASKING], report(here, REPORTING)]);
    expect(told).toEqual(['begin anew']);
    await follow(live, back);
    expect(told).toEqual(['begin anew']);
  });

  it('asks anew when a write is refused while it asks, and begins anew, or not in another application', async () => {
    const live = open();
    const barred: Step[] = [shown(), [event('write.refused'), ASKING]];
    await follow(live, barred);
    expect(live.calls('report')).toHaveLength(2);
    await follow(live, [report(here, REPORTING)]);
    expect(told).toEqual(['begin anew']);
    await follow(open(), [...barred, shown('p-2'), report(here, REPORTING)]);
    expect(told).toEqual([]);
  });

  it('lets go when another window wants to edit, and says so to nobody', async () => {
    for (const steps of [
      [...editing, [event('editing.requested'), LETTING_GO]],
      [shown(), report({ ...here, wanted: true }, LETTING_GO)],
      [shown(), report(here, REPORTING), report({ ...here, wanted: true }, LETTING_GO)],
    ] as Step[][]) {
      const live = open();
      await follow(live, steps);
      expect(read(live)).toEqual([null, true]);
      expect(live.calls('letGo')).toEqual([{ processId: 'p-1' }]);
      await follow(live, [[{ answer: 'letGo' }, ASKING]]);
    }
  });

  it('looks anew when it could not let go', async () => {
    const live = open();
    await follow(live, [
      ...editing,
      [event('editing.requested'), LETTING_GO],
      fail('network', ASKING, 'letGo'),
    ]);
  });
});

describe('a window that cannot ask', () => {
  it.each([
    ['network', UNSURE],
    ['overloaded', UNSURE],
    ['not-found', CLOSED],
    ['trust-level-too-low', CLOSED],
  ])('tries again where that may help: %s', async (code, state) => {
    const first = open();
    await follow(first, [shown(), fail(code, state)]);
    const later = open();
    await follow(later, [shown(), report(here, REPORTING), fail(code, state)]);
    expect(read(first)).toEqual([null, false]);
  });

  const unsure: Step[] = [shown(), fail('network', UNSURE)];

  it('does so after five seconds, and when it is back', async () => {
    await follow(open(), [...unsure, [{ passMs: 4_999 }, UNSURE], [{ passMs: 1 }, ASKING]]);
    await follow(open(), [...unsure, [event('window.returned'), ASKING], report(here, REPORTING)]);
    expect(told).toEqual([]);
    await follow(open(), [...unsure, [event('write.refused'), ASKING], report(here, REPORTING)]);
    expect(told).toEqual(['begin anew']);
  });

  it('and may not edit, asks again with another login alone', async () => {
    const live = open();
    await follow(live, [
      shown(),
      fail('not-found', CLOSED),
      [{ passMs: 60_000 }, CLOSED],
      [event('window.returned'), CLOSED],
      [event('session.renewed'), ASKING],
    ]);
  });
});

describe('a window whose application is edited elsewhere', () => {
  const warned: Step[] = [shown(), report(there, WARNED)];
  const overtaken: Step[] = [...editing, [{ passMs: 10_000 }, REPORTING], report(there, TAKEN_OVER)];

  it('says where, and whether it was edited here before', async () => {
    const fresh = open();
    await follow(fresh, warned);
    expect(read(fresh)).toEqual(['warned', true]);
    expect(fresh.snapshot().context.elsewhere).toEqual(elsewhere);
    const edited = open();
    await follow(edited, overtaken);
    expect(read(edited)).toEqual(['takenOver', true]);
    const returned = open();
    await follow(returned, [...editing, [event('window.returned'), ASKING], report(there, TAKEN_OVER)]);
  });

  it.each([
    ['at first', warned, WARNED],
    ['after it was taken over', overtaken, TAKEN_OVER],
  ] as const)('takes over on request: %s', async (_when, steps, state) => {
    const live = open();
    const problem = { code: 'network' };
    await follow(live, [
      ...steps,
      [event('takeover.requested'), TAKING],
      [{ refuse: 'takeOver', error: problem }, state, { problem }],
      [event('takeover.requested'), TAKING, { problem: null }],
    ]);
    expect(read(live)).toEqual(['taking', true]);
    expect(live.calls('takeOver')).toEqual(Array(2).fill({ processId: 'p-1' }));
    expect(told).toEqual(Array(2).fill({ processId: 'p-1' }));
    await follow(live, [[{ answer: 'takeOver', output: here }, REPORTING, { elsewhere: null }]]);
    expect(told.at(-1)).toBe('begin anew');
    expect(read(live)).toEqual([null, false]);
  });

  it('stays as it is when another was faster', async () => {
    const other = { ...there, elsewhere: { ...elsewhere, browser: 'safari' } };
    await follow(open(), [
      ...warned,
      [event('takeover.requested'), TAKING],
      [{ answer: 'takeOver', output: other }, WARNED, { elsewhere: other.elsewhere }],
    ]);
  });
});

describe('another application', () => {
  it('begins anew, the same one as well', async () => {
    const live = open();
    await follow(live, [...editing, shown('p-2'), report(there, WARNED), shown('p-2')]);
    expect(live.calls('report').at(-1)).toEqual({ processId: 'p-2', waits: false });
    await follow(live, [report(there, WARNED)]);
  });

  it('is none when it is left', async () => {
    const live = open();
    await follow(live, [
      ...editing,
      [event('application.left'), 'idle'],
      [{ passMs: 60_000 }, 'idle'],
      shown('p-2'),
      report(there, WARNED),
    ]);
  });
});
