/** One change of the code that a test should notice. */
export type Mutant = {
  /** Number within one run: what the switch compares. */
  index: number;
  /** The same in every run as long as the changed code and what is around it stay: `payment-3fa81c2`. */
  id: string;
  /** Path from the root of the project. */
  file: string;
  line: number;
  /** What kind of change: `condition`, `arrow`, `call` … */
  operator: string;
  original: string;
  replacement: string;
};

/** A place in the code, what is put around it, and the changes that can be switched on there. */
export type Place = {
  start: number;
  end: number;
  kind: 'expression' | 'statement' | 'property' | 'element';
  changes: { operator: string; text: string }[];
};
