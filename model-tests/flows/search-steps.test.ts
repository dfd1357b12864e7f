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
  it('are none at first', () => {
    const live = open();
    expect(live.state()).toBe('closed');
    expect(live.snapshot().context).toEqual({
      query: '',
      locale: 'de',
      suggestions: [],
      highlighted: null,
      problem: null,
    });
    expect(read(live)).toEqual(nothing);
  });

  it('are asked for when nothing was typed for 150 ms, for the last text and its language', async () => {
    const live = open();
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
    await follow(live, [type('hu'), quiet, found(a), type(query, 'closed')]);
    expect(live.snapshot().context.suggestions).toEqual([]);
    await follow(live, [[{ passMs: 1000 }, 'closed']]);
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
    await follow(live, [type('hund'), quiet, found(b)]);
    await follow(live, [
      type('hu'),
      quiet,
      [{ refuse: 'suggest', error: problem }, 'open.failed', { problem }],
    ]);
    await follow(live, [[{ type: 'search.submitted' }, 'closed', { problem: null }]]);
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

  it('moves down and up over all suggestions, and over the text itself', async () => {
    const live = open();
    await follow(live, [
      ...shown,
      move(1, 0),
      move(1, 1),
      move(1, 2),
      move(1, null),
      move(-1, 2),
      move(-1, 1),
      move(-1, 0),
      move(-1, null),
    ]);
  });

  it('does not move where nothing is shown', async () => {
    const live = open();
    await follow(live, [type('hu'), move(1, null, 'open.waiting')]);
  });

  it('stays on the first suggestion when that is the first of the others, too', async () => {
    const live = open();
    await follow(live, [...shown, [opened('hu'), 'open.found']]);
    await follow(live, [[{ type: 'suggestions.closed' }, 'closed'], [opened('hu'), 'open.waiting'], quiet]);
    await follow(live, [
      move(1, 0, 'open.asking'),
      [{ answer: 'suggest', output: [a, c] }, 'open.found', { highlighted: 0 }],
    ]);
  });

  it('goes when something else is typed', async () => {
    await follow(open(), [...shown, move(1, 0), type('hun')]);
  });

  it('stays on its suggestion when others come, and goes with it', async () => {
    const again: Step[] = [[opened('hu'), 'open.waiting'], quiet];
    const live = open();
    await follow(live, [
      ...shown,
      [{ type: 'suggestions.closed' }, 'closed', { highlighted: null }],
      ...again,
    ]);
    await follow(live, [move(1, 0, 'open.asking'), move(1, 1, 'open.asking')]);
    await follow(live, [
      [{ answer: 'suggest', output: [suggestion('b', 'topic'), c, b] }, 'open.found', { highlighted: 2 }],
    ]);
    const other = open();
    await follow(other, [...shown, [{ type: 'suggestions.closed' }, 'closed'], ...again]);
    await follow(other, [move(1, 0, 'open.asking')]);
    await follow(other, [[{ answer: 'suggest', output: [b, c] }, 'open.found', { highlighted: null }]]);
  });
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

  it('closes when the search is made, with the text as it is', async () => {
    const live = open();
    await follow(live, [
      ...shown,
      [{ type: 'search.submitted' }, 'closed', { query: 'hu', suggestions: [], highlighted: null }],
    ]);
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

  it('has nothing to open for an empty field', async () => {
    await follow(open(), [[opened(''), 'closed']]);
  });
});
