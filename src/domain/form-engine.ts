/** What displays and checks a form (spec section 3, fmsType). */
export const formEngines = ['LIP', 'FORMIO'] as const;
export type FormEngine = (typeof formEngines)[number];

/** A form that a form server shows in a frame, opened for one use (docs/partners-forms.md). */
export type FormFrame = {
  /** Address of the frame, without the token; its origin is that of all messages. */
  address: string;
  /** Opens the frame once, shortly. */
  token: string;
  /** What the form server calls this filling-in. */
  caseId: string;
};
