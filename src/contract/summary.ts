import * as z from 'zod/mini';
import { statementIds } from '#domain/statement.ts';
import { type SummaryView, summaryRowKinds } from '#domain/summary.ts';
import { processFacts, recipient } from './process.ts';
import { dataSource, locale } from './shapes.ts';

export const summaryPage = z.object({
  key: z.string(),
  title: z.string(),
  rows: z.array(
    z.object({
      path: z.string(),
      label: z.string(),
      value: z.string(),
      kind: z.enum(summaryRowKinds),
      level: z.number(),
      /** The value is that of the account (own). */
      fromAccount: z.optional(z.literal(true)),
    }),
  ),
});

/** What is stored, for the person to confirm. */
export const summary = z.object({
  /** Language of the texts (own). */
  lang: locale,
  version: z.number(),
  hash: z.string(),
  pages: z.array(summaryPage),
  /** Broken rules, by data path and page; empty when the form can be completed. */
  errors: z.array(z.object({ path: z.string(), page: z.string(), label: z.string(), rule: z.string() })),
  feeCents: z.nullable(z.number()),
  /** Name of the authority's area when an address lies outside of it (own). */
  missedArea: z.nullable(z.string()),
  /** The login that vouches for the rows from the account; null when there are none (own). */
  source: z.nullable(dataSource),
  /** What the person states by a tick each to confirm it, as `completeProcess` demands it (own). */
  statements: z.array(
    z.object({ id: z.enum(statementIds), version: z.number(), text: z.string(), missing: z.string() }),
  ),
  /** Money may have come in since the process was last read (own). */
  facts: processFacts,
  /** Where it goes is confirmed, too (own). */
  ...recipient,
}) satisfies z.ZodMiniType<SummaryView>;
