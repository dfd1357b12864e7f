type Address = {
  street?: string | undefined;
  streetNumber?: string | undefined;
  postalCode: string;
  city: string;
};

/** Street and number, as far as the authority has them. */
export const houseLine = ({ street, streetNumber }: Pick<Address, 'street' | 'streetNumber'>): string =>
  [street, streetNumber].filter(Boolean).join(' ');

/** An address in one line; one with only a postbox is reduced to its town. */
export const addressLine = (address: Address): string =>
  [houseLine(address), `${address.postalCode} ${address.city}`].filter(Boolean).join(', ');
