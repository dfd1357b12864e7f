/**
 * Decision of a person about a difference: the account's value counts, their own entry counts unchanged, or they
 * correct it.
 */
export const conflictChoices = ['apply', 'keep', 'correct'] as const;
export type ConflictChoice = (typeof conflictChoices)[number];

/** An entry that the person corrects in the form. */
export type Correction = {
  /** Key of the field. */
  key: string;
  /** Key of the field's page. */
  page: string;
};
