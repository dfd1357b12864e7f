/** The engines that display and check a form (spec section 3, fmsType). */
export const formEngines = ['LIP', 'FORMIO'] as const;
export type FormEngine = (typeof formEngines)[number];

/**
 * Reasons of a page for closing the frame of a form server. flooded: it sent far too many messages. silent: it never
 * reported that it was ready, or did so from another origin. strayed: another document in it did not say that it was
 * the form.
 */
export const frameFaults = ['flooded', 'silent', 'strayed'] as const;
export type FrameFault = (typeof frameFaults)[number];
