import type { RestoredAnswers } from '#contract/saved-answers.ts';
import type { Problem } from '../kit/problem.ts';

/** A file as the browser's dialog gives it; the wiring reads it. */
export type ChosenAnswers = { readonly name: string; readonly size: number };

export type RestoringContext = {
  /** The part that the person has to give first; null where nothing is missing. */
  missing: 'file' | 'code' | null;
  problem: Problem | null;
  restored: RestoredAnswers | null;
};

export type RestoringEvent =
  /** The person has submitted a file and its code; `file` is null when they chose none. */
  { type: 'answers.submitted'; file: ChosenAnswers | null; code: string };
