import type { FimPath } from '../model.ts';

/** Findings that an editor should know of a form that was made from a schema, in the order of the report. */
export const findingKinds = {
  noValue:
    'Nothing fills these in: the authority’s software does, or "constants" in metadata.json (docs/import.md)',
  longPage: 'Pages with more than 25 questions: split them in form.json; the next import keeps your pages',
  split: 'Groups with more than 25 questions: the groups in them are pages',
  declaration:
    'Declarations as a question with Ja and Nein: if only a yes is an answer, make a checkbox of it in form.json (type "checkbox", "required")',
  pattern: 'Patterns that a form cannot check; the schema of the data still has them',
  limit: 'Limits that are left out, because they are no number or day',
  optionalGroup:
    'Optional parts with required questions: a question in front asks whether they are filled in',
  emptyChoice:
    'Parts to choose from without a required question: people may leave them empty, which the schema refuses',
  unrolled: 'Repeated elements that are so many fields',
  flattened: 'Repetitions in a repetition that are so many parts one below the other (--flatten)',
  joined: 'Fields that one date joins; a date of which only the year is known cannot be given',
  longHelp: 'Help of more than 300 characters: shorten it',
  lostHelp: 'Lists whose values have help that a closed list cannot show',
  prefill: 'Filled in from the account (check that it is the applicant’s own; otherwise take "prefill" out)',
} as const;

export type FindingKind = keyof typeof findingKinds;
export type Finding = { kind: FindingKind; path: FimPath; label: string; detail?: string };
