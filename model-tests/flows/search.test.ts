import { expect, it } from 'vitest';
import {
  selectHighlighted,
  selectNothingIsSuggested,
  selectSuggestions,
} from '#machines/search/search.selectors.ts';
import type { SearchContext } from '#machines/search/search.types.ts';
import type { Live } from './live.ts';
import { runFlow } from './run.ts';
import { dogTax, dogTaxEnd, searchEnds, searchSubject } from './search.subject.ts';
import { internalTypes } from './sentences.ts';

/** Only one request at a time, for the content of the field. Only shown suggestions are marked. */
function check(live: Live): void {
  const snapshot = live.snapshot() as never;
  const { query, locale } = live.snapshot().context as SearchContext;
  expect(locale, 'everything is typed in German').toBe('de');
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
