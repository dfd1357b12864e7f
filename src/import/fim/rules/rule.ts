import type { FimPath } from '../model.ts';
import type { Condition } from './condition.ts';

/**
 * One statement of a rule about one element. `show` and `hide` say when it is given, `require` when it has to be, `valid`
 * what has to hold of the members of its owner: `when` is true of answers that are right. A `date` exists in the
 * calendar.
 */
export type Clause = {
  effect: 'show' | 'hide' | 'require' | 'valid' | 'date';
  target: FimPath;
  when: Condition;
  /** The German text that people are told where the rule is broken. */
  message?: string;
  /** The elements that a message names, where the import writes it: at least one, or exactly one of them. */
  among?: { is: 'some' | 'one'; paths: FimPath[] };
};

/** A rule of a schema at its owner: `owner` is empty for the schema itself. */
export type OwnedRule = { owner: FimPath; id: string; name: string; text: string };

/** A rule that was read, or the reason why not. */
export type ReadRule = OwnedRule & ({ clauses: Clause[] } | { reason: string });
