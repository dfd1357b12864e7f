import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';

/** A possible meaning of the beginning of a query, as the server returns it. */
export type Suggestion = {
  type: 'service' | 'page' | 'topic' | 'lifeSituation' | 'portal' | 'authority' | 'location';
  id: string;
  title: string;
  /** The language of the title where it is not that of the page. */
  titleLang?: Locale | undefined;
  text: string;
  slug?: string | undefined;
  url?: string | undefined;
};

export type SuggestionQuery = { query: string; locale: Locale };

export type SearchContext = SuggestionQuery & {
  suggestions: readonly Suggestion[];
  /** Position among the suggestions; null while the text itself is meant. */
  highlighted: number | null;
  problem: Problem | null;
};

export type SearchEvent =
  | { type: 'query.typed'; query: string; locale: Locale }
  /** An arrow key moves to the next or previous one; before the first and after the last is the text itself. */
  | { type: 'highlight.moved'; step: 1 | -1 }
  | { type: 'suggestion.picked'; suggestion: Suggestion }
  /** The form was submitted: from now on the address determines what is shown. */
  | { type: 'search.submitted' }
  /** Escape, or the focus is elsewhere. */
  | { type: 'suggestions.closed' }
  /** The list is requested again for the text in the field, which another page may have filled. */
  | { type: 'suggestions.opened'; query: string; locale: Locale };
