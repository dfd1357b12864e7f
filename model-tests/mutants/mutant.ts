/** One change of the code that a test should notice. */
export type Mutant = {
  /** Number within one run, which the switch compares. */
  index: number;
  /** Stays the same as long as the changed code and the code around it do: `payment-3fa81c2`. */
  id: string;
  /** Path from the root of the project. */
  file: string;
  line: number;
  /** Kind of change: `condition`, `arrow`, `call` … */
  operator: string;
  original: string;
  replacement: string;
};

/** A place in the code, the code put around it, and the changes that can be switched on there. */
export type Place = {
  start: number;
  end: number;
  kind: 'expression' | 'statement' | 'property' | 'element' | 'attribute' | 'child';
  changes: { operator: string; text: string }[];
};
