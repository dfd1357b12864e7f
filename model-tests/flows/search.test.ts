import { describe, expect, it } from 'vitest';
import { searchMachine } from '#machines/search/search.machine.ts';
import {
  selectHighlighted,
  selectNothingIsSuggested,
  selectSuggestingHasFailed,
  selectSuggestions,
} from '#machines/search/search.selectors.ts';
import type { SearchContext } from '#machines/search/search.types.ts';
import { type Live, runLive } from './live.ts';
import { runFlow } from './run.ts';
import { dogTax, dogTaxEnd, searchEnds, searchSubject } from './search.subject.ts';
import { internalTypes } from './sentences.ts';

/** Only one request at a time, for the content of the field. Only shown suggestions are marked. */
function check(live: Live): void {
  const snapshot = live.snapshot() as never;
  const { query } = live.snapshot().context as SearchContext;
  const asking = live.state() === 'open.asking';
  expect(live.underWay('suggest')).toBe(asking ? 1 : 0);
  if (asking) expect(live.calls('suggest').at(-1)).toEqual({ query, locale: 'de' });
  const highlighted = selectHighlighted(snapshot);
  if (highlighted !== null) expect(selectSuggestions(snapshot)[highlighted]).toBeDefined();
  if (live.state() === 'open.found') expect(selectSuggestions(snapshot)).toEqual([dogTax, dogTaxEnd]);
  if (live.state() === 'closed') expect(selectSuggestions(snapshot)).toEqual([]);
  expect(selectNothingIsSuggested(snapshot)).toBe(live.state() === 'open.empty');
}

it('suggests while typing', async () => {
  const missing = await runFlow(
    { subject: searchSubject, ends: searchEnds, observer: () => ({ afterStep: check }) },
    {
      ...internalTypes,
      'query.typed': true,
      'highlight.moved': true,
      'suggestion.picked': true,
      'search.submitted': true,
      'suggestions.closed': true,
      'suggestions.opened': true,
    },
  );
  expect(missing).toEqual([]);
});

describe('the search field', () => {
  const type = (live: Live, query: string) =>
    live.bring({ type: 'query.typed', query, locale: 'de' } as never);
  const open = () => runLive(searchMachine, () => undefined, ['suggest']);
  const shown = (live: Live) => selectSuggestions(live.snapshot() as never);

  it('asks 150 ms after the last letter', async () => {
    const live = open();
    await type(live, 'Hu');
    await live.passTime(149);
    await type(live, 'Hun');
    await live.passTime(149);
    expect(live.calls('suggest')).toEqual([]);
    await live.passTime(1);
    expect(live.calls('suggest')).toEqual([{ query: 'Hun', locale: 'de' }]);
  });

  it('takes the answer to the latest question only', async () => {
    const live = open();
    await type(live, 'Hund');
    await live.passTime(150);
    await type(live, 'Hunde');
    await live.answer('suggest', [dogTaxEnd]);
    expect(shown(live)).toEqual([]);
    await live.passTime(150);
    await live.answer('suggest', [dogTax]);
    expect(shown(live)).toEqual([dogTax]);
  });

  it('says that it failed and keeps what there was', async () => {
    const live = open();
    await type(live, 'Hund');
    await live.passTime(150);
    await live.answer('suggest', [dogTax]);
    await type(live, 'Hunde');
    await live.passTime(150);
    await live.refuse('suggest', { code: 'network' });
    expect(selectSuggestingHasFailed(live.snapshot() as never)).toBe(true);
    expect(shown(live)).toEqual([dogTax]);
  });

  it('stays at the suggestion that was led to when the answer comes again', async () => {
    const live = open();
    await type(live, 'Hund');
    await live.passTime(150);
    await live.answer('suggest', [dogTax, dogTaxEnd]);
    await live.bring({ type: 'suggestions.closed' } as never);
    await live.bring({ type: 'suggestions.opened', query: 'Hund', locale: 'de' } as never);
    await live.bring({ type: 'highlight.moved', step: 1 } as never);
    await live.passTime(150);
    await live.answer('suggest', [dogTaxEnd, dogTax]);
    expect(selectHighlighted(live.snapshot() as never)).toBe(1);
    await live.bring({ type: 'suggestions.closed' } as never);
    await live.bring({ type: 'suggestions.opened', query: 'Hund', locale: 'de' } as never);
    await live.bring({ type: 'highlight.moved', step: 1 } as never);
    await live.passTime(150);
    await live.answer('suggest', [dogTax]);
    expect(selectHighlighted(live.snapshot() as never)).toBeNull();
  });

  it('leads from the text through the suggestions and back to the text', async () => {
    const live = open();
    await type(live, 'Hund');
    await live.passTime(150);
    await live.answer('suggest', [dogTax, dogTaxEnd]);
    const marks: (number | null)[] = [];
    for (const step of [1, 1, 1, -1, -1, -1]) {
      await live.bring({ type: 'highlight.moved', step } as never);
      marks.push(selectHighlighted(live.snapshot() as never));
    }
    expect(marks).toEqual([0, 1, null, 1, 0, null]);
  });
});
