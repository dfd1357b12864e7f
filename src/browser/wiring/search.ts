import { fromPromise } from 'xstate';
import { searchMachine } from '#machines/search/search.machine.ts';
import type { Suggestion, SuggestionQuery } from '#machines/search/search.types.ts';
import type { Api } from '../api.ts';

export const wireSearch = (api: Api) =>
  searchMachine.provide({
    actors: {
      suggest: fromPromise<readonly Suggestion[], SuggestionQuery>(({ input: { query, locale }, signal }) =>
        api.suggest({ query: { q: query, lang: locale }, signal }),
      ),
    },
  });
