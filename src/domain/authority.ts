/** Kinds of addresses: for visits, for letters, or a box at a post office. */
export const addressKinds = ['house', 'post', 'postbox'] as const;
