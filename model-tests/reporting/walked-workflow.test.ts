import { expect, it } from 'vitest';
import { readWalked } from '#contract/walked-workflow.ts';
import type { WalkedPath } from './shape.ts';
import type { Walked } from './sum.ts';
import { walkedFiles } from './walked-workflow.ts';

const step = (refused: boolean, arrows: string[]) => ({ sentence: '', from: 'a', to: 'b', refused, arrows });
const path = (id: string, outcome: WalkedPath['outcome'], steps: WalkedPath['steps']): WalkedPath => ({
  id,
  start: 'free',
  steps,
  outcome,
  durationMs: 1,
});
const walkedIn = (machine: string, layer: Walked['layer'], paths: WalkedPath[]): Walked => ({
  machine,
  layer,
  tests: [],
  coverage: {
    states: { total: 2, covered: 1, missing: ['b'] },
    conditions: { total: 0, covered: 0, missing: [] },
  },
  taken: {},
  seen: {},
  pathCount: paths.length,
  paths,
  pictures: layer === 'browser' ? [{ state: 'a', locale: 'de', picture: 'a-de.webp' }] : [],
});

it('is a file for each workflow: what passed, the shortest path first, without what was refused', () => {
  const files = walkedFiles({
    at: '2026-11-28T12:00:00.000Z',
    walked: [
      walkedIn('cover', 'browser', [path('long', 'passed', [step(false, ['x', 'y'])])]),
      walkedIn('cover', 'machine', [
        path('short', 'passed', [step(true, ['y']), step(false, ['y'])]),
        path('broken', 'failed', [step(false, ['z'])]),
      ]),
      walkedIn('mail', 'machine', []),
    ],
  });
  expect(files.map(([name]) => name)).toEqual(['walked/cover.json', 'walked/mail.json']);
  const cover = readWalked(JSON.parse(files[0]![1]));
  expect(cover?.paths.map(({ id, arrows }) => [id, arrows.map((number) => cover.arrows[number])])).toEqual([
    ['short', ['y']],
    ['long', ['x', 'y']],
  ]);
  expect(cover?.arrows).not.toContain('z');
  expect(cover?.coverage.map(({ layer, kind }) => [layer, kind])).toEqual([
    ['machine', 'states'],
    ['browser', 'states'],
  ]);
  expect(cover?.pictures).toEqual([{ state: 'a', locale: 'de', picture: 'a-de.webp' }]);
});
