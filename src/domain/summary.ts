import type { DataSource, MetadataView } from '#contract/shapes.ts';
import type { Locale } from './locale.ts';
import type { ProcessFacts, ProcessView } from './process.ts';
import type { StatementView } from './statement.ts';

/** Kinds of lines of the summary. */
export const summaryRowKinds = ['text', 'boolean', 'file', 'heading'] as const;

/** One line of the summary: label and value in the requested language, grouped by page. */
export type SummaryRow = {
  path: string;
  label: string;
  /** Text as shown; empty string means no information was given. */
  value: string;
  kind: (typeof summaryRowKinds)[number];
  /** Depth of nesting below the page: 0 for fields, 1 for rows of a grid, ... */
  level: number;
  /** The value is that of the account. */
  fromAccount?: true | undefined;
};
export type SummaryPage = { key: string; title: string; rows: SummaryRow[] };

/** Stored data for the person to confirm; `hash` identifies it. */
export type SummaryView = {
  /** Language of the texts. */
  lang: Locale;
  version: number;
  hash: string;
  pages: readonly SummaryPage[];
  errors: readonly { path: string; page: string; label: string; rule: string }[];
  feeCents: number | null;
  /** The authority's area, if an address lies outside of it. It forbids nothing, but the person should look at it. */
  missedArea: string | null;
  /** The login that vouches for the rows from the account; null if there are none. */
  source: DataSource | null;
  /** Statements that need a tick each for the confirmation. */
  statements: readonly StatementView[];
  /** The process at that moment: money may have come in since it was last read. */
  facts: ProcessFacts;
  /** Where it goes, which is confirmed as well: another window may have changed the place since. */
  metadata: MetadataView;
  area: ProcessView['area'];
};
