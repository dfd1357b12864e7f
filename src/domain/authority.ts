/** Kinds of addresses: for visits, for letters, or a box at a post office. */
export const addressKinds = ['house', 'post', 'postbox'] as const;
export type AddressKind = (typeof addressKinds)[number];

/** Parts of a postal address; letters go to its box at a post office, where it has one. */
type Address = {
  street?: string | undefined;
  streetNumber?: string | undefined;
  postbox?: string | undefined;
  postalCode: string;
  city: string;
};

/** Returns an address in two lines. @param box says the number of a box in words */
export const addressLines = (
  { street, streetNumber, postbox, postalCode, city }: Address,
  box: (number: string) => string,
): [string, string] => [
  postbox === undefined ? [street, streetNumber].filter(Boolean).join(' ') : box(postbox),
  `${postalCode} ${city}`,
];

/** Returns the address that letters go to: one for letters, else a postbox, else the first, where people go. */
export const addressForLetters = <A extends { kind: AddressKind }>(addresses: readonly A[]): A | undefined =>
  addresses.find(({ kind }) => kind === 'post') ??
  addresses.find(({ kind }) => kind === 'postbox') ??
  addresses[0];
