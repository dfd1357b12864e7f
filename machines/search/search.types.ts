import type { SearchResult } from '#contract/content.ts';
import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';

export type SuggestionQuery = { query: string; locale: Locale };

export type SearchContext = SuggestionQuery & {
  suggestions: readonly SearchResult[];
  /** Position among the suggestions; null while the text itself is meant. */
  highlighted: number | null;
  problem: Problem | null;
};

export type SearchEvent =
  | { type: 'query.typed'; query: string; locale: Locale }
  /** An arrow key moves to the next or previous suggestion; the text itself is before the first and after the last. */
  | { type: 'highlight.moved'; step: 1 | -1 }
  | { type: 'suggestion.picked'; suggestion: SearchResult }
  /** The form was submitted: from now on the address determines what is shown. */
  | { type: 'search.submitted' }
  /** Escape, or the focus is elsewhere. */
  | { type: 'suggestions.closed' }
  /** The list is requested again for the text in the field, which another page may have filled. */
  | { type: 'suggestions.opened'; query: string; locale: Locale };
