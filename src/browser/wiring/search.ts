import { fromPromise } from 'xstate';
import type { SearchResult } from '#contract/content.ts';
import { searchMachine } from '#machines/search/search.machine.ts';
import type { SuggestionQuery } from '#machines/search/search.types.ts';
import type { PageApi } from '../api.ts';

export const wireSearch = (api: PageApi) =>
  searchMachine.provide({
    actors: {
      suggest: fromPromise<readonly SearchResult[], SuggestionQuery>(({ input: { query, locale }, signal }) =>
        api.suggest({ query: { q: query, lang: locale }, signal }),
      ),
    },
  });
