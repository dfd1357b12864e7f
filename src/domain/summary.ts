import type { Locale } from './locale.ts';
import type { ProcessFacts } from './process.ts';

export type SummaryRowView = {
  path: string;
  label: string;
  value: string;
  kind: 'text' | 'boolean' | 'file' | 'heading';
  level: number;
};

/** What is stored, for the person to confirm; `hash` identifies what is confirmed. */
export type SummaryView = {
  /** Language of the texts. */
  lang: Locale;
  version: number;
  hash: string;
  pages: readonly { key: string; title: string; rows: readonly SummaryRowView[] }[];
  errors: readonly { path: string; page: string; label: string; rule: string }[];
  feeCents: number | null;
  /** The process at that moment: money may have come in since it was last read. */
  facts: ProcessFacts;
};
