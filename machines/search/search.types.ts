import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';

/** Something that the beginning of a query may mean, as the service answers it. */
export type Suggestion = {
  type: 'service' | 'page' | 'topic' | 'lifeSituation' | 'portal' | 'authority' | 'location';
  id: string;
  title: string;
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
  /** An arrow leads one on or back; before the first and after the last stands the text itself. */
  | { type: 'highlight.moved'; step: 1 | -1 }
  | { type: 'suggestion.picked'; suggestion: Suggestion }
  /** The form is sent: what is shown from now on, the address says. */
  | { type: 'search.submitted' }
  /** Escape, or the focus is elsewhere. */
  | { type: 'suggestions.closed' }
  /** The list is asked for again for what stands in the field. */
  | { type: 'suggestions.opened' };
