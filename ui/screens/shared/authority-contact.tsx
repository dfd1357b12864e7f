import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthorityView } from '#domain/authority.ts';

import { DescriptionList } from '#ui/kit/description-list.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { addressLine, houseLine } from './address-line.ts';

/** Who is responsible, how to reach them, and where they are. */
export function AuthorityContact({ authority }: { authority: AuthorityView }) {
  const { t } = useTranslation('common');
  const { name, contactPerson, postbox, postalCode, city } = authority;
  const { phoneNumber, fax, email, website, openingHours } = authority;
  const house = houseLine(authority);
  const query = addressLine(authority);
  const lines: [string, string, ReactNode][] = [
    [
      'address',
      t('authority.address'),
      <address className="sp-address" key="address">
        {name}
        <br />
        {house && (
          <>
            {house}
            <br />
          </>
        )}
        {postbox && (
          <>
            {t('authority.postbox')} {postbox}
            <br />
          </>
        )}
        {postalCode} {city}
        <br />
        <Link href={`https://www.openstreetmap.org/search?${new URLSearchParams({ query })}`}>
          {t('authority.map')} <Icon name="open-in-new" size="small" />
        </Link>
      </address>,
    ],
    ['person', t('authority.contactPerson'), contactPerson],
    ['phone', t('authority.phone'), phoneNumber && <PhoneLink key="phone" number={phoneNumber} />],
    ['fax', t('authority.fax'), fax],
    ['email', t('authority.email'), email && <EmailLink key="email" email={email} />],
    [
      'website',
      t('authority.website'),
      website && (
        <Link key="website" href={website}>
          {website.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
        </Link>
      ),
    ],
    ['hours', t('authority.hours'), openingHours],
  ];
  return (
    <DescriptionList items={lines.flatMap(([key, term, value]) => (value ? [{ key, term, value }] : []))} />
  );
}

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
