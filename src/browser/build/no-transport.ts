/** Replacement of a transport that is never used (chunks.ts). */
export default null;
export const stringify = null;
