/**
 * Mutants without any noticeable change, by id, each with the reason. As few as possible: code that can be changed
 * without effect can usually be left out.
 */
export const equivalent: Record<string, string> = {};
