/** Kinds of lines of the summary. */
export const summaryRowKinds = ['text', 'boolean', 'file', 'heading'] as const;
