/** What displays and checks a form (spec section 3, fmsType). */
export const formEngines = ['LIP', 'FORMIO'] as const;
export type FormEngine = (typeof formEngines)[number];

/**
 * Why a page has closed the frame of a form server: it said far too much; it never said that it was ready, whether it
 * was silent or of another origin; another document in it did not say that it was the form.
 */
export const frameFaults = ['flooded', 'silent', 'strayed'] as const;
export type FrameFault = (typeof frameFaults)[number];

/** A form that a form server shows in a frame, opened for one use (docs/partners-forms.md). */
export type FormFrame = {
  /** Address of the frame, without the token; its origin is that of all messages. */
  address: string;
  /** Opens the frame once, shortly. */
  token: string;
  /** What the form server calls this filling-in. */
  caseId: string;
};
