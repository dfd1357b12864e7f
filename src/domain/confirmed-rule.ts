/** An administration's confirmation that an assumed rule of a workflow applies. */
export type ConfirmedRule = {
  /** Id of the rule (`PROC-08`). */
  rule: string;
  /** Person or office that confirms. */
  by: string;
  /** Day of the confirmation, YYYY-MM-DD. */
  on: string;
  /** The sentence that was confirmed, in either language. */
  wording: string;
  /** False where the rule now says something else than what was confirmed. */
  isPresent: boolean;
  note: string | null;
};
