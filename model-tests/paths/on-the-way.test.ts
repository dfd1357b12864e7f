import { expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { explore, type Graph, type Node } from './graph.ts';
import { refuseOnTheWay } from './on-the-way.ts';
import { acceptedStep, describePath, toPath } from './path.ts';
import type { Subject } from './subject.ts';

type LampEvent = { type: 'lamp.lit' } | { type: 'lamp.put out' } | { type: 'lamp.sold' };

/** A lamp that is sold unlit, and is put out but once. */
const lamp = setup({
  types: { context: {} as { times: number }, events: {} as LampEvent },
  guards: { isNew: ({ context }) => context.times === 0 },
  actions: { count: assign({ times: 1 }) },
}).createMachine({
  id: 'lamp',
  context: { times: 0 },
  initial: 'dark',
  states: {
    dark: { on: { 'lamp.lit': 'bright', 'lamp.sold': 'sold' } },
    bright: { on: { 'lamp.put out': { guard: 'isNew', target: 'dark', actions: 'count' } } },
    sold: { type: 'final' },
  },
});

const subject: Subject<LampEvent, { times: number }, undefined> = {
  name: 'lamp',
  machine: lamp,
  starts: [{ id: 'new', input: undefined }],
  events: () => [{ type: 'lamp.lit' }, { type: 'lamp.put out' }, { type: 'lamp.sold' }],
  abstraction: ({ times }) => times,
  sentences: {
    'lamp.lit': () => 'it is lit',
    'lamp.put out': () => 'it is put out',
    'lamp.sold': () => 'it is sold',
  },
};

/** Lights the lamp, and leaves it. */
const litOnce = (graph: Graph<LampEvent>) => {
  const lit = graph.root.edges.filter(({ event }) => event.type === 'lamp.lit');
  return toPath('lamp', graph.start, lit.map(acceptedStep));
};

/** Plans with what each refusal shows. @returns the paths in words, and what stays refused */
function planned(
  shownBy: (node: Node<LampEvent>, event: LampEvent) => string[],
  last: LampEvent['type'][] = [],
) {
  const graph = explore(subject, subject.starts[0]!);
  const unsold = { ...graph, nodes: graph.nodes.filter(({ state }) => state !== 'sold') };
  const { tours, refusals } = refuseOnTheWay('lamp', [unsold], [litOnce(graph)], {
    kindOf: ({ key }) => key,
    shownBy,
    isLast: ({ type }) => last.includes(type),
  });
  const inWords = (path: (typeof tours)[number]) =>
    describePath(subject, path)
      .slice(2)
      .map((line) => line.trim());
  return {
    tours: tours.map(inWords),
    refusals: refusals.map(inWords),
    refused: unsold.nodes.flatMap(({ key, refused }) => refused.map(({ type }) => `${key} ${type}`)),
  };
}

/** A bright lamp refuses it the second time alone. */
const onlyWornOut = [
  '→ it is lit: bright',
  '→ it is put out: dark',
  '→ it is lit: bright',
  '✗ it is put out: refused, stays bright',
];

it('tries an event once for all that it shows, where a path passes', () => {
  expect(planned(({ state }, { type }) => [`${state} ${type}`])).toEqual({
    tours: [
      [
        '✗ it is put out: refused, stays dark',
        '→ it is lit: bright',
        '✗ it is lit: refused, stays bright',
        '✗ it is sold: refused, stays bright',
      ],
    ],
    refusals: [onlyWornOut],
    refused: ['dark 0 lamp.put out', 'bright 0 lamp.lit', 'bright 0 lamp.sold', 'bright 1 lamp.put out'],
  });
});

it('takes a way of its own to what no path shows', () => {
  const { refusals, refused } = planned(({ key }, { type }) => (key === 'bright 1' ? [type] : []));
  expect(refusals).toEqual([
    [
      '→ it is lit: bright',
      '→ it is put out: dark',
      '→ it is lit: bright',
      '✗ it is lit: refused, stays bright',
      '✗ it is put out: refused, stays bright',
      '✗ it is sold: refused, stays bright',
    ],
  ]);
  expect(refused).toEqual(['bright 1 lamp.lit', 'bright 1 lamp.put out', 'bright 1 lamp.sold']);
});

it('tries first what shows most, and nothing that shows nothing new', () => {
  const { tours } = planned((_, { type }) => (type === 'lamp.sold' ? ['a', 'b'] : ['a']));
  expect(tours).toEqual([['→ it is lit: bright', '✗ it is sold: refused, stays bright']]);
});

it('ends a path with what leaves something behind', () => {
  const shown = planned(({ state }, { type }) => [`${state} ${type}`], ['lamp.put out', 'lamp.lit']);
  expect(shown.tours).toEqual([
    ['→ it is lit: bright', '✗ it is sold: refused, stays bright', '✗ it is lit: refused, stays bright'],
  ]);
  expect(shown.refusals).toEqual([['✗ it is put out: refused, stays dark'], onlyWornOut]);
});
