/**
 * Statuses of a sent application at the API, verbatim (spec section 4). Which event of the delivery service leads to
 * which: `machines/sentApplication`.
 */
export const sentStatuses = ['SUBMITTED', 'SUCCESSFULLY_SUBMITTED', 'PROCESSING_ERROR', 'UNKNOWN'] as const;
export type SentStatus = (typeof sentStatuses)[number];

/** Kind of a sent application's id (spec section 3, externalIdType). */
export const externalIdTypes = ['OSCI', 'FIT_CONNECT', 'UNKNOWN'] as const;
export type ExternalIdType = (typeof externalIdTypes)[number];
