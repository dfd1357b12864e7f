import type { ContactBox } from '#contract/shapes.ts';
import type { Locale, Localised } from '#domain/locale.ts';
import type { Authority } from './types.ts';

/** All ways to reach an authority in one language: those of its own fields first, then the further ones. */
export function contactBoxOf(authority: Authority, locale: Locale): ContactBox {
  const { street, streetNumber, postbox, postalCode, city } = authority;
  const { phoneNumber, fax, email, website, contactBox = {} } = authority;
  const further = <T extends { label?: Localised }>(list: readonly T[] | undefined) =>
    (list ?? []).map(({ label, ...rest }) => ({ ...rest, ...(label && { label: label[locale] }) }));
  return {
    addresses: [
      {
        kind: street === undefined ? 'postbox' : 'house',
        ...(street !== undefined && { street }),
        ...(streetNumber !== undefined && { streetNumber }),
        ...(postbox !== undefined && { postbox }),
        postalCode,
        city,
      },
      ...further(contactBox.addresses),
    ],
    emails: [...(email === undefined ? [] : [{ email }]), ...further(contactBox.emails)],
    faxes: [...(fax === undefined ? [] : [{ number: fax }]), ...further(contactBox.faxes)],
    links: [...(website === undefined ? [] : [{ url: website }]), ...further(contactBox.links)],
    services: (contactBox.services ?? []).map(({ label, url }) => ({ label: label[locale], url })),
    telephones: [
      ...(phoneNumber === undefined ? [] : [{ number: phoneNumber }]),
      ...further(contactBox.telephones),
    ],
  };
}
