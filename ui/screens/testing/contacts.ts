import type { AuthorityView, ContactBox } from '#domain/authority.ts';

type Alone = Omit<AuthorityView, 'contactBox'>;

/** An authority with its own ways to reach it, and further ones after them. */
export function withContacts<A extends Alone>(authority: A, further: Partial<ContactBox> = {}) {
  const { street, streetNumber, postalCode, city, phoneNumber, email } = authority;
  const more = <K extends keyof ContactBox>(kind: K) => [...(further[kind] ?? [])];
  return {
    ...authority,
    contactBox: {
      addresses: [{ kind: 'house' as const, street, streetNumber, postalCode, city }, ...more('addresses')],
      emails: [...(email ? [{ email }] : []), ...more('emails')],
      faxes: more('faxes'),
      links: more('links'),
      services: more('services'),
      telephones: [...(phoneNumber ? [{ number: phoneNumber }] : []), ...more('telephones')],
    } as { [K in keyof ContactBox]: ContactBox[K][number][] },
  };
}
