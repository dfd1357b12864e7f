import type * as z from 'zod/mini';
import type { workshopCalls } from '#contract/workshop.ts';

export type Journal = z.output<(typeof workshopCalls)['getJournal']['answer']>;
export type Totals = z.output<(typeof workshopCalls)['getTotals']['answer']>;

/** The calls of the workshop; each throws an error that `problemOf` reads. */
export type WorkshopApi = {
  openWorkshop: (input: { body: { token: string } }) => Promise<unknown>;
  getJournal: (input: { query: { process: string } }) => Promise<Journal>;
  getTotals: (input: { query: { from?: string; to?: string } }) => Promise<Totals>;
};
