import { createContext, useContext } from 'react';
import type { ConfirmedRule } from '#domain/confirmed-rule.ts';
import type { Locale } from '#domain/locale.ts';
import type { LayoutEngine } from './diagram/layout.ts';
import type { Place } from './place.ts';
import type { WorkshopTexts } from './texts.ts';
import type { TestRun } from './walked/test-run.ts';

/** Paths of a workflow that a test run has walked without a fault. */
export type Proofs = {
  /** Ids of the paths that take an arrow, the shortest first, by the id of the arrow. */
  paths: ReadonlyMap<string, readonly string[]>;
  /** Address of that run's report about the workflow; null where there is no report. */
  report: string | null;
};

/** Tools of the parts that are only read: they can be written as files, too. */
export type Reading = {
  locale: Locale;
  t: WorkshopTexts;
  /** Address of a place; its links lead there without a load. */
  hrefOf: (place: Place) => string;
  place: Place;
  /** Goes to a place; `replace` for text or a choice within one. */
  go: (place: Place, options?: { replace?: boolean }) => void;
  /** Paths that a test run has walked, by workflow. */
  proofs?: ReadonlyMap<string, Proofs>;
  /** Assumed rules that the administration has confirmed; absent where nothing is known of it, as in the book as files. */
  confirmedRules?: readonly ConfirmedRule[];
  /** The last test run, for the served workshop; absent in the book as files, which names the paths itself. */
  testRun?: TestRun;
  /** Layout engine, which starts at its first use. */
  engine: LayoutEngine;
};

const ReadingContext = createContext<Reading | null>(null);

export const ReadingProvider = ReadingContext.Provider;

export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (!reading) throw new Error('Parts of the workshop need its provider');
  return reading;
}
