import type { ContactBox } from '#contract/shapes.ts';
import type { Locale, Localised } from '#domain/locale.ts';
import type { Authority } from './types.ts';

/** All ways to reach an authority in one language: those of its own fields first, then the further ones. */
export function contactBoxOf(authority: Authority, locale: Locale): ContactBox {
  const { street, streetNumber, postbox, postalCode, city } = authority;
  const { phoneNumber, fax, email, website, contactBox = {} } = authority;
  const further = <T extends { label?: Localised; for?: readonly string[] }>(
    list: readonly T[] | undefined,
  ) =>
    (list ?? []).map(({ label, for: _, ...rest }) => ({ ...rest, ...(label && { label: label[locale] }) }));
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

/** Returns the authority without those further ways to reach it that are for other services. @param slug of the service */
export function authorityFor<A extends Authority>(authority: A, slug: string): A {
  const { contactBox } = authority;
  if (contactBox === undefined) return authority;
  const own = <T extends { for?: readonly string[] }>(list: T[] | undefined) =>
    list?.filter((line) => line.for === undefined || line.for.includes(slug));
  const { emails, faxes, links, services, telephones } = contactBox;
  const box = {
    ...contactBox,
    emails: own(emails),
    faxes: own(faxes),
    links: own(links),
    services: own(services),
    telephones: own(telephones),
  };
  return { ...authority, contactBox: box };
}
