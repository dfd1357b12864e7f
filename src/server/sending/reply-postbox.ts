import { factsOf, type ProcessRow } from '#server/processes/row.ts';

/**
 * Returns the postbox that the authority is told for its answers; null without one, and where the person has chosen the
 * notice by post: what nobody is to use is given to nobody (Art. 5 (1) (c) GDPR).
 */
export const replyPostboxOf = (process: Pick<ProcessRow, 'applicant' | 'context'>): string | null =>
  factsOf(process).notice === 'declined' ? null : (process.applicant?.postboxHandle ?? null);
