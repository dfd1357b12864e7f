import type { SearchResult } from '#contract/content.ts';
import { searchMachine } from '#machines/search/search.machine.ts';
import type { SearchContext, SearchEvent } from '#machines/search/search.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

export const suggestion = (id: string, title: string): SearchResult => ({
  type: 'service',
  id,
  title,
  text: '',
});
export const dogTax = suggestion('99102013000000', 'Hundesteuer anmelden');
export const dogTaxEnd = suggestion('99102013000001', 'Hundesteuer abmelden');

export const searchEnds: Ends<SearchContext> = {
  suggest: () => ({ outputs: [[dogTax, dogTaxEnd], []], errors: [{ code: 'network' }] }),
};

const events: readonly SearchEvent[] = [
  { type: 'query.typed', query: 'Hund', locale: 'de' },
  { type: 'query.typed', query: ' h', locale: 'de' },
  { type: 'highlight.moved', step: 1 },
  { type: 'highlight.moved', step: -1 },
  { type: 'suggestion.picked', suggestion: dogTax },
  { type: 'search.submitted' },
  { type: 'suggestions.closed' },
  { type: 'suggestions.opened', query: 'Hund', locale: 'de' },
  { type: 'suggestions.opened', query: '', locale: 'de' },
];

export type SearchStep = SearchEvent | InternalEvent;

export const searchSubject: Subject<SearchStep, SearchContext, undefined> = {
  name: 'search',
  machine: searchMachine,
  starts: [{ id: 'an empty field', input: undefined }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, searchEnds)],
  abstraction: ({ query, suggestions, highlighted }) => [query, suggestions.length, highlighted],
  sentences: {
    ...internalSentences,
    'query.typed': ({ query }) => `"${query}" is typed`,
    'highlight.moved': ({ step }) => (step === 1 ? 'an arrow leads on' : 'an arrow leads back'),
    'suggestion.picked': (event) => `"${event.suggestion.title}" is picked`,
    'search.submitted': () => 'the search is sent',
    'suggestions.closed': () => 'the suggestions are shut',
    'suggestions.opened': ({ query }) => `the suggestions for "${query}" are opened`,
  },
};
