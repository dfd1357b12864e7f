import { type ComponentType, Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthorityView, ContactAddress, ContactBox } from '#contract/shapes.ts';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { addressLine, houseLine } from './address-line.ts';

/** Key, name and value. */
type Line = [string, string, ReactNode];

/**
 * The responsible authority, the ways to reach it, and its addresses.
 * @param isShort the first way of each kind alone: where people want to go on
 */
export function AuthorityContact({
  authority,
  isShort = false,
}: {
  authority: AuthorityView;
  isShort?: boolean;
}) {
  const { t } = useTranslation('common');
  const { name, contactPerson, openingHours, contactBox } = authority;
  const { addresses, telephones, faxes, emails, links, services } = isShort
    ? firstOfEach(contactBox)
    : contactBox;
  const [main, ...further] = addresses;
  const lines: Line[] = [
    ['address', t('authority.address'), main && <Address key="address" address={main} name={name} />],
    ...further.map(
      (address, index): Line => [
        `address ${index + 1}`,
        address.label ?? t(`authority.addressKind.${address.kind}`),
        <Address key="address" address={address} />,
      ],
    ),
    ['person', t('authority.contactPerson'), contactPerson],
    ['phone', t('authority.phone'), ways(telephones, ({ number }) => number, PhoneLink)],
    ['fax', t('authority.fax'), ways(faxes, ({ number }) => number, Fax)],
    ['email', t('authority.email'), ways(emails, ({ email }) => email, EmailLink)],
    ['website', t('authority.website'), ways(links, ({ url }) => url, WebsiteLink)],
    ['services', t('authority.services'), ways(services, ({ url }) => url, ServiceLink, false)],
    ['hours', t('authority.hours'), openingHours],
  ];
  return (
    <DescriptionList items={lines.flatMap(([key, term, value]) => (value ? [{ key, term, value }] : []))} />
  );
}

const firstOfEach = (box: ContactBox): ContactBox => ({
  addresses: box.addresses.slice(0, 1),
  telephones: box.telephones.slice(0, 1),
  faxes: [],
  emails: box.emails.slice(0, 1),
  links: box.links.slice(0, 1),
  services: [],
});

/** An address; the one with the name is for visitors, so it can be found on the map. */
function Address({ address, name }: { address: ContactAddress; name?: string }) {
  const { t } = useTranslation('common');
  const { postbox, postalCode, city } = address;
  const house = houseLine(address);
  const query = addressLine(address);
  const lines = [name, house, postbox && `${t('authority.postbox')} ${postbox}`, `${postalCode} ${city}`];
  return (
    <address className="sp-address">
      {lines.filter(Boolean).map((line, index) => (
        // A line in another language is a new one: an element can go from a page that the browser has translated.
        <Fragment key={line}>
          {index > 0 && <br />}
          <span>{line}</span>
        </Fragment>
      ))}
      {(name !== undefined || house !== '') && (
        <>
          <br />
          <Link href={`https://www.openstreetmap.org/search?${new URLSearchParams({ query })}`}>
            {t('authority.map')}
            <VisuallyHidden>: {query}</VisuallyHidden> <Icon name="open-in-new" size="small" />
          </Link>
        </>
      )}
    </address>
  );
}

/** One way to reach somebody as it is, several as a list in which each names its purpose. */
function ways<W extends { label?: string | undefined }>(
  list: readonly W[],
  keyOf: (way: W) => string,
  Shown: ComponentType<W>,
  withLabel = true,
): ReactNode {
  const [only, ...others] = list;
  if (!only) return null;
  const shown = (way: W) => (
    <>
      {withLabel && way.label !== undefined && `${way.label}: `}
      <Shown {...way} />
    </>
  );
  if (others.length === 0) return shown(only);
  return (
    <ul className="sp-ways">
      {list.map((way) => (
        <li key={keyOf(way)}>{shown(way)}</li>
      ))}
    </ul>
  );
}

const Fax = ({ number }: { number: string }) => number;

const ServiceLink = ({ label, url }: { label: string; url: string }) => <Link href={url}>{label}</Link>;

/** A web address as people read it. */
const WebsiteLink = ({ url }: { url: string }) => (
  <Link href={url}>{url.replace(/^https?:\/\/(www\.)?|\/$/g, '')}</Link>
);

/** A phone number; spaces and brackets are for display only. */
export const PhoneLink = ({ number }: { number: string }) => (
  <Link href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</Link>
);

/** An e-mail address; if it must wrap, it does so at the @. */
export function EmailLink({ email }: { email: string }) {
  const [person, place] = email.split('@');
  return (
    <Link href={`mailto:${email}`}>
      {person}
      <wbr />@{place}
    </Link>
  );
}
