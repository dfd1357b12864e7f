/** A test file to run for a mutant; `tests` are the only ones in it that reach the mutant, `null` stands for all. */
export type Trial = { file: string; tests: string[] | null; budgetMs: number };

/** Orders to the worker; paths of test files are absolute. */
export type Plan =
  | { kind: 'reach'; files: string[] }
  | { kind: 'try'; mutants: { index: number; source: string; trials: Trial[] }[] };

/** Messages of the worker, a line of JSON each. */
export type Said =
  | { said: 'begins'; index: number; file: string; budgetMs: number }
  | { said: 'killed'; index: number; file: string; test: string }
  | { said: 'survived'; index: number }
  | {
      said: 'reached';
      file: string;
      ms: number;
      failed: string[];
      always: number[];
      tests: Record<string, number[]>;
    };
