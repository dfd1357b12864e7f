/**
 * Mutants that change nothing that anybody could notice, by id, each with the reason. As few as possible: code that can
 * be changed without effect can usually be left out.
 */
export const equivalent: Record<string, string> = {};
