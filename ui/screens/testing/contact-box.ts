import type { AuthorityView, ContactBox } from '#contract/shapes.ts';

type Alone = Omit<AuthorityView, 'contactBox'>;

/** An authority with its own ways to reach it, and further ones after them. */
export function withContactBox<A extends Alone>(authority: A, further: Partial<ContactBox> = {}) {
  const { street, streetNumber, postalCode, city, phoneNumber, email } = authority;
  const { addresses = [], emails = [], telephones = [] } = further;
  const contactBox: ContactBox = {
    faxes: [],
    links: [],
    services: [],
    ...further,
    addresses: [{ kind: 'house', street, streetNumber, postalCode, city }, ...addresses],
    emails: [...(email ? [{ email }] : []), ...emails],
    telephones: [...(phoneNumber ? [{ number: phoneNumber }] : []), ...telephones],
  };
  return { ...authority, contactBox };
}
