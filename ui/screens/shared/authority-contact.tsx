import { useTranslation } from 'react-i18next';
import type { AuthorityView } from '#machines/application/application.types.ts';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { Link } from '#ui/kit/link.tsx';

/** Who is responsible and how to reach them. */
export function AuthorityContact({ authority }: { authority: AuthorityView }) {
  const { t } = useTranslation('common');
  const lines = [
    {
      key: 'address',
      term: t('authority.address'),
      value: (
        <address className="sp-address">
          {authority.name}
          <br />
          {authority.street} {authority.streetNumber}
          <br />
          {authority.postalCode} {authority.city}
        </address>
      ),
    },
    {
      key: 'phone',
      term: t('authority.phone'),
      value: (
        <Link href={`tel:${authority.phoneNumber.replace(/[^+\d]/g, '')}`}>{authority.phoneNumber}</Link>
      ),
    },
    {
      key: 'email',
      term: t('authority.email'),
      value: <Link href={`mailto:${authority.email}`}>{authority.email}</Link>,
    },
    ...(authority.openingHours
      ? [{ key: 'hours', term: t('authority.hours'), value: authority.openingHours }]
      : []),
  ];
  return <DescriptionList items={lines} />;
}
