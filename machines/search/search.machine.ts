import { assign, setup } from 'xstate';
import type { SearchResult } from '#contract/content.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutEvent, keepProblem } from '../kit/params.ts';
import { placeholder } from '../kit/placeholders.ts';
import type { Problem } from '../kit/problem.ts';
import type { SearchContext, SearchEvent, SuggestionQuery } from './search.types.ts';

const QUIET_MS = 150;
/** Shortest text with suggestions: a single letter matches everything. */
const SHORTEST_QUERY = 2;
const title = titles('search');

/** The next position; null is the text itself, before the first suggestion and after the last. */
function moved({ highlighted, suggestions }: SearchContext, step: 1 | -1): number | null {
  const next = highlighted === null ? (step === 1 ? 0 : suggestions.length - 1) : highlighted + step;
  return next < 0 || next >= suggestions.length ? null : next;
}

/** Position of the highlighted suggestion in another answer; null if it is not there. */
function positionIn(answer: readonly SearchResult[], { suggestions, highlighted }: SearchContext) {
  const led = highlighted === null ? undefined : suggestions[highlighted];
  const position = answer.findIndex(({ type, id }) => type === led?.type && id === led.id);
  return position < 0 ? null : position;
}

/**
 * The search field with its suggestions. The address holds the text of the search, its kind, page and place; this
 * machine is about the text in the field. The latest answer counts; a failure leaves the previous suggestions.
 */
export const searchMachine = setup({
  types: {
    context: {} as SearchContext,
    events: {} as SearchEvent,
    meta: {} as FlowMeta,
  },
  actors: {
    suggest: placeholder<readonly SearchResult[], SuggestionQuery>('suggest'),
  },
  actions: {
    keepQuery: assign((_, { query, locale }: SuggestionQuery) => ({
      query: query.trim(),
      locale,
      highlighted: null,
      problem: null,
    })),
    keepSuggestions: assign(({ context }, suggestions: readonly SearchResult[]) => ({
      suggestions,
      highlighted: positionIn(suggestions, context),
    })),
    keepTitle: assign((_, { suggestion }: { suggestion: SearchResult }) => ({ query: suggestion.title })),
    forgetSuggestions: assign({ suggestions: [], highlighted: null, problem: null }),
    moveHighlight: assign(({ context }, { step }: { step: 1 | -1 }) => ({
      highlighted: moved(context, step),
    })),
    dropHighlight: assign({ highlighted: null }),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
  },
  guards: {
    queryIsTooShort: ({ context }) => context.query.length < SHORTEST_QUERY,
    nothingWasFound: (_, suggestions: readonly SearchResult[]) => suggestions.length === 0,
    somethingIsShown: ({ context }) => context.suggestions.length > 0,
  },
  delays: { untilQuiet: QUIET_MS },
}).createMachine({
  id: 'search',
  context: { query: '', locale: 'de', suggestions: [], highlighted: null, problem: null },
  initial: 'closed',
  on: {
    'query.typed': { target: '.open', actions: { type: 'keepQuery', params: aboutEvent } },
  },
  states: {
    closed: {
      meta: title('closed'),
      on: {
        'suggestions.opened': { target: 'open', actions: { type: 'keepQuery', params: aboutEvent } },
      },
    },
    open: {
      meta: title('open'),
      initial: 'waiting',
      on: {
        'highlight.moved': {
          guard: 'somethingIsShown',
          actions: { type: 'moveHighlight', params: aboutEvent },
        },
        'suggestion.picked': {
          target: 'closed',
          actions: ['forgetSuggestions', { type: 'keepTitle', params: aboutEvent }],
        },
        'search.submitted': { target: 'closed', actions: 'forgetSuggestions' },
        'suggestions.closed': { target: 'closed', actions: 'dropHighlight' },
      },
      states: {
        waiting: {
          meta: title('waiting'),
          always: {
            guard: 'queryIsTooShort',
            target: '#search.closed',
            actions: 'forgetSuggestions',
          },
          after: { untilQuiet: 'asking' },
        },
        asking: {
          meta: title('asking'),
          invoke: {
            src: 'suggest',
            input: ({ context: { query, locale } }) => ({ query, locale }),
            onDone: [
              {
                guard: { type: 'nothingWasFound', params: aboutAnswer },
                target: 'empty',
                actions: 'forgetSuggestions',
              },
              { target: 'found', actions: { type: 'keepSuggestions', params: aboutAnswer } },
            ],
            onError: { target: 'failed', actions: keepProblem },
          },
        },
        found: { meta: title('found') },
        empty: { meta: title('empty') },
        failed: { meta: title('failed') },
      },
    },
  },
});
