import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { Ledger } from './ledger.ts';
import { describePath } from './path.ts';
import type { Subject } from './subject.ts';
import { everyArrow, plan } from './tour.ts';
import { type Answer, type Executor, PathFailed, walk } from './walk.ts';

type DoorEvent = { type: 'door.opened' } | { type: 'door.closed' } | { type: 'door.locked'; key: boolean };
type DoorContext = { opened: number };

/** A small machine with a guard and an arrow without event. */
const door = setup({
  types: { context: {} as DoorContext, events: {} as DoorEvent },
  guards: {
    keyFits: ({ event }) => event.type === 'door.locked' && event.key,
    isWornOut: ({ context }) => context.opened > 1,
  },
  actions: { count: assign(({ context }) => ({ opened: context.opened + 1 })) },
}).createMachine({
  id: 'door',
  context: { opened: 0 },
  initial: 'shut',
  states: {
    shut: {
      on: {
        'door.opened': { target: 'open', actions: 'count' },
        'door.locked': { guard: 'keyFits', target: 'locked' },
      },
    },
    open: { always: { guard: 'isWornOut', target: 'broken' }, on: { 'door.closed': 'shut' } },
    locked: { type: 'final' },
    broken: { type: 'final' },
  },
});

const subject: Subject<DoorEvent, DoorContext, undefined> = {
  name: 'door',
  machine: door,
  starts: [{ id: 'new', input: undefined }],
  events: () => [
    { type: 'door.opened' },
    { type: 'door.closed' },
    { type: 'door.locked', key: true },
    { type: 'door.locked', key: false },
  ],
  abstraction: ({ opened }) => opened,
  sentences: {
    'door.opened': () => 'it is opened',
    'door.closed': () => 'it is closed',
    'door.locked': ({ key }) => (key ? 'it is locked' : 'somebody tries a wrong key'),
  },
};

/** A door of wood: the thing under test, with a way to build it wrong. */
function wooden(
  flaw?: 'lock takes any key' | 'never breaks',
): Executor<DoorEvent, 'shut' | 'open' | 'locked' | 'broken'> {
  let state = 'shut';
  let opened = 0;
  const to = (from: string, next: string, may = true): Answer => {
    if (state !== from || !may) return 'refused';
    state = next;
    return 'accepted';
  };
  const is = (expected: string) => () => {
    if (state !== expected) throw new Error(`it is ${state}, not ${expected}`);
  };
  return {
    events: {
      'door.opened': () => {
        if (state === 'shut') opened += 1;
        return to('shut', opened > 1 && flaw !== 'never breaks' ? 'broken' : 'open');
      },
      'door.closed': () => to('open', 'shut'),
      'door.locked': ({ key }) => to('shut', 'locked', key || flaw === 'lock takes any key'),
    },
    states: { shut: is('shut'), open: is('open'), locked: is('locked'), broken: is('broken') },
  };
}

async function run(flaw?: Parameters<typeof wooden>[0]) {
  const { graphs, tours, refusals } = plan(subject);
  const ledger = new Ledger('door', door, graphs);
  for (const graph of graphs) ledger.recordEntry(graph);
  for (const path of [...tours, ...refusals]) await walk(subject, path, wooden(flaw), ledger);
  return ledger;
}

describe('generated paths', () => {
  it('cover every state, every arrow, those without event too, and every refusal', async () => {
    const ledger = await run();
    expect(ledger.missing()).toEqual([]);
    expect(ledger.summary()).toBe(
      'door: 4/4 transitions, 19/19 refused events, 4/4 states, 4/4 guard outcomes',
    );
  });

  it.each(['lock takes any key', 'never breaks'] as const)('find a door that %s', async (flaw) => {
    await expect(run(flaw)).rejects.toThrow(PathFailed);
    await expect(run(flaw)).rejects.toThrow(
      /npm run paths -- run [0-9a-f]{7} --machine door --layer machine/,
    );
  });

  it('meet what has changed meanwhile', () => {
    const used = { ...subject, meanwhile: ({ opened }: DoorContext) => ({ opened: opened + 1 }) };
    const [graph] = plan(used).graphs;
    expect(graph!.nodes.map(({ state }) => state).toSorted()).toEqual(['broken', 'locked', 'shut']);
  });

  it('keep their ids', () => {
    const ids = () => plan(subject).tours.map(({ id }) => id);
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(ids().length);
  });

  it('read as sentences', () => {
    const { refusals } = plan(subject, { goal: everyArrow });
    expect(describePath(subject, refusals[0]!).slice(1)).toEqual([
      '         begins in shut',
      '       ✗ it is closed: refused, stays shut',
      '       ✗ somebody tries a wrong key: refused, stays shut',
    ]);
  });

  it('tell what nobody has walked', async () => {
    const ledger = new Ledger('door', door, []);
    await walk(subject, plan(subject).refusals[0]!, wooden(), ledger);
    expect(ledger.missing()).toContain('transitions: open always');
    expect(ledger.missing()).toContain('states: broken');
  });
});
