import * as z from 'zod/mini';
import { statementIds } from '#domain/statement.ts';
import { summaryRowKinds } from '#domain/summary.ts';
import { processFacts, recipient } from './process.ts';
import { dataSource, locale, uuid } from './shapes.ts';

/** One line of the summary: label and value in the requested language, grouped by page. */
const summaryRow = z.object({
  path: z.string(),
  label: z.string(),
  /** Text as shown; empty string means no information was given. */
  value: z.string(),
  kind: z.enum(summaryRowKinds),
  /** Depth of nesting below the page: 0 for fields, 1 for rows of a grid, ... */
  level: z.number(),
  /** Ids of the files of the value that the portal can show in small (own). */
  previews: z.optional(z.array(uuid)),
  /** The value is that of the account (own). */
  fromAccount: z.optional(z.literal(true)),
});
export interface SummaryRow extends z.output<typeof summaryRow> {}

export const summaryPage = z.object({ key: z.string(), title: z.string(), rows: z.array(summaryRow) });
export interface SummaryPage extends z.output<typeof summaryPage> {}

/** A statement as it is asked, in the language of the summary; `missing` is what is said when it is not ticked. */
const statement = z.object({
  id: z.enum(statementIds),
  version: z.number(),
  text: z.string(),
  missing: z.string(),
});
export interface StatementView extends z.output<typeof statement> {}

/** Stored answers, for the person to confirm; `hash` identifies what is confirmed. */
export const summary = z.object({
  /** Language of the texts (own). */
  lang: locale,
  version: z.number(),
  hash: z.string(),
  pages: z.array(summaryPage),
  /** Broken rules, by data path and page; empty when the form can be completed. */
  errors: z.array(z.object({ path: z.string(), page: z.string(), label: z.string(), rule: z.string() })),
  feeCents: z.nullable(z.number()),
  /** Confirming it leads to the choice between these answers and what the account says (own). */
  conflictAhead: z.optional(z.literal(true)),
  /** Name of the authority's area when an address lies outside of it, which forbids nothing (own). */
  missedArea: z.nullable(z.string()),
  /** The login that vouches for the rows from the account; null when there are none (own). */
  source: z.nullable(dataSource),
  /** Statements that the person ticks to confirm it, as `completeProcess` demands it (own). */
  statements: z.array(statement),
  /**
   * Address that e-mails about the application go to, and whether the person wants them so far; null where none are
   * sent, because there is no mail server or no address (own).
   */
  mail: z.nullable(z.object({ to: z.string(), wanted: z.boolean() })),
  /** Money may have come in since the process was last read (own). */
  facts: processFacts,
  /** Where it goes is confirmed, too (own). */
  ...recipient,
});
export interface SummaryView extends z.output<typeof summary> {}
