import { describe, expect, it } from 'vitest';
import type { SearchResult } from '#contract/content.ts';
import { searchMachine } from '#machines/search/search.machine.ts';
import {
  selectHighlighted,
  selectNothingIsSuggested,
  selectSuggestingHasFailed,
  selectSuggestions,
} from '#machines/search/search.selectors.ts';
import { follow, type Step } from './follow.ts';
import { type Live, runLive } from './live.ts';

const suggestion = (id: string, type: SearchResult['type'] = 'service'): SearchResult => ({
  type,
  id,
  title: `title of ${id}`,
  text: '',
});
const [a, b, c] = [suggestion('a'), suggestion('b'), suggestion('c')];

const open = () => runLive(searchMachine, () => undefined, ['suggest']);
const type = (query: string, state = 'open.waiting', locale = 'de'): Step => [
  { type: 'query.typed', query, locale } as never,
  state,
  state === 'open.waiting' ? { query: query.trim(), locale, highlighted: null, problem: null } : undefined,
];
const opened = (query: string) => ({ type: 'suggestions.opened', query, locale: 'de' }) as never;
const quiet: Step = [{ passMs: 150 }, 'open.asking'];
const found = (...suggestions: SearchResult[]): Step => [
  { answer: 'suggest', output: suggestions },
  'open.found',
  { suggestions },
];
const move = (step: 1 | -1, highlighted: number | null, state = 'open.found'): Step => [
  { type: 'highlight.moved', step } as never,
  state,
  { highlighted },
];
const read = (live: Live) => {
  const snapshot = live.snapshot() as never;
  return {
    shown: selectSuggestions(snapshot),
    highlighted: selectHighlighted(snapshot),
    isEmpty: selectNothingIsSuggested(snapshot),
    hasFailed: selectSuggestingHasFailed(snapshot),
  };
};
const nothing = { shown: [], highlighted: null, isEmpty: false, hasFailed: false };

describe('suggestions', () => {
  it('are asked for when nothing was typed for 150 ms, for the last text and its language', async () => {
    const live = open();
    expect([live.state(), read(live)]).toEqual(['closed', nothing]);
    await follow(live, [
      type('hu'),
      [{ passMs: 149 }, 'open.waiting'],
      type(' hund ', 'open.waiting', 'en'),
      [{ passMs: 149 }, 'open.waiting'],
      [{ passMs: 1 }, 'open.asking'],
    ]);
    expect(live.calls('suggest')).toEqual([{ query: 'hund', locale: 'en' }]);
    await follow(live, [found(a, b)]);
    expect(read(live)).toEqual({ ...nothing, shown: [a, b] });
  });

  it.each(['h', ' h ', ''])('are not asked for by %j, and those that were shown go', async (query) => {
    const live = open();
    await follow(live, [
      type('hu'),
      quiet,
      found(a),
      type(query, 'closed'),
      [{ passMs: 1000 }, 'closed', { suggestions: [] }],
      [opened(query), 'closed'],
    ]);
    expect(live.calls('suggest')).toHaveLength(1);
  });

  it('stay until there are others, and go when there are none', async () => {
    const live = open();
    await follow(live, [type('hu'), quiet, found(a, b), type('hun')]);
    expect(read(live).shown).toEqual([a, b]);
    await follow(live, [quiet, [{ answer: 'suggest', output: [] }, 'open.empty', { suggestions: [] }]]);
    expect(read(live)).toEqual({ ...nothing, isEmpty: true });
  });

  it('stay when others cannot be had, with the problem, until more is typed', async () => {
    const live = open();
    const problem = { code: 'network' };
    await follow(live, [
      type('hu'),
      quiet,
      found(a),
      type('hun'),
      quiet,
      [{ refuse: 'suggest', error: problem }, 'open.failed', { problem }],
    ]);
    expect(read(live)).toEqual({ ...nothing, shown: [a], hasFailed: true });
    await follow(live, [
      type('hund'),
      quiet,
      [{ refuse: 'suggest', error: problem }, 'open.failed', { problem }],
      [{ type: 'search.submitted' }, 'closed', { query: 'hund', suggestions: [], problem: null }],
    ]);
  });

  it('that come too late are not shown', async () => {
    const live = open();
    await follow(live, [
      type('hu'),
      quiet,
      type('hun'),
      [{ answer: 'suggest', output: [a] }, 'open.waiting'],
    ]);
    expect(read(live).shown).toEqual([]);
  });
});

describe('the highlight', () => {
  const shown: Step[] = [type('hu'), quiet, found(a, b, c)];
  const again: Step[] = [[{ type: 'suggestions.closed' }, 'closed'], [opened('hu'), 'open.waiting'], quiet];

  it('moves down and up over all suggestions, and over the text itself; what is typed ends that', async () => {
    const down = [0, 1, 2, null].map((to) => move(1, to));
    const up = [2, 1, 0, null].map((to) => move(-1, to));
    await follow(open(), [
      type('hu'),
      move(1, null, 'open.waiting'),
      quiet,
      found(a, b, c),
      ...down,
      ...up,
      move(1, 0),
      type('hun'),
    ]);
  });

  it.each([
    ['the first, which is still there', 1, [a, c], 0],
    ['another one, which is elsewhere', 2, [suggestion('b', 'topic'), c, b], 2],
    ['one that is gone', 1, [b, c], null],
  ] as const)(
    'stays on its suggestion when others come, and goes with it: %s',
    async (_, steps, others, to) => {
      const moves = [0, 1].slice(0, steps).map((at) => move(1, at, 'open.asking'));
      await follow(open(), [
        ...shown,
        ...again,
        ...moves,
        [{ answer: 'suggest', output: others }, 'open.found', { highlighted: to }],
      ]);
    },
  );
});

describe('the list', () => {
  const shown: Step[] = [type('hu'), quiet, found(a, b), move(1, 0)];

  it('closes with the title of what was picked in the field', async () => {
    const live = open();
    await follow(live, [
      ...shown,
      [
        { type: 'suggestion.picked', suggestion: b } as never,
        'closed',
        { query: 'title of b', suggestions: [], highlighted: null },
      ],
    ]);
    expect(read(live)).toEqual(nothing);
  });

  it('closes on request and opens again for the text in the field', async () => {
    const live = open();
    await follow(live, [
      ...shown,
      [{ type: 'suggestions.closed' }, 'closed', { query: 'hu', highlighted: null }],
    ]);
    expect(read(live)).toEqual(nothing);
    await follow(live, [[opened('hu'), 'open.waiting'], quiet]);
    expect(live.calls('suggest')).toEqual(Array(2).fill({ query: 'hu', locale: 'de' }));
  });
});
