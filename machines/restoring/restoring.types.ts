import type { Problem } from '../kit/problem.ts';

/** A file as the browser's dialog gives it; the wiring reads it. */
export type ChosenAnswers = { readonly name: string; readonly size: number };

/** What became of saved answers. */
export type RestoredAnswers = {
  processId: string;
  /** The form is another one since the answers were saved. */
  changed: boolean;
  /** Title of the page to look at first; null where none is known. */
  page: string | null;
  /** How many files have to be attached again. */
  files: number;
};

export type RestoringContext = {
  /** What has to be given first; null where nothing is missing. */
  missing: 'file' | 'code' | null;
  problem: Problem | null;
  restored: RestoredAnswers | null;
};

export type RestoringEvent =
  /** Null: no file was chosen. */
  { type: 'answers.submitted'; file: ChosenAnswers | null; code: string };
