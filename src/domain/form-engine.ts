/** What displays and checks a form (spec section 3, fmsType). */
export const formEngines = ['LIP', 'FORMIO'] as const;
export type FormEngine = (typeof formEngines)[number];
