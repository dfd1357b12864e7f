/** Kinds of addresses: for visits, for letters, or a box at a post office. */
export const addressKinds = ['house', 'post', 'postbox'] as const;
export type AddressKind = (typeof addressKinds)[number];

/** Returns the address that letters go to: one for letters, else a postbox, else the first, where people go. */
export const addressForLetters = <A extends { kind: AddressKind }>(addresses: readonly A[]): A | undefined =>
  addresses.find(({ kind }) => kind === 'post') ??
  addresses.find(({ kind }) => kind === 'postbox') ??
  addresses[0];
