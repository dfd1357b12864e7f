/** The commit of a build that nobody has named. */
export const UNKNOWN_COMMIT = 'unknown';
