import { useTranslation } from 'react-i18next';
import type { ServiceAnswer } from '#contract/content.ts';
import { Details } from '#ui/kit/details.tsx';
import { Link } from '#ui/kit/link.tsx';
import { AuthorityContact } from '../shared/authority-contact.tsx';
import { ServiceNumber } from '../shared/service-number.tsx';
import { PLACE_ID } from './place-form.tsx';

/**
 * The authority responsible for the service at the place. Without a place: a hint, and the way to its field. Where no
 * authority in particular is responsible, the text below applies to the whole state (spec section 1). Where a criterion
 * decides between several, people choose the one that applies to them.
 */
export function ResponsibleAuthority({ answer }: { answer: ServiceAnswer }) {
  const { t } = useTranslation('service');
  const { place, authority, authorityChoices } = answer;
  if (place && authorityChoices.length > 0) {
    return (
      <>
        <p>{t('responsible.several', { place: place.value })}</p>
        <ul className="sp-links">
          {authorityChoices.map(({ criterion, authority: one }) => (
            <li key={`${criterion} ${one.id}`}>
              <Details summary={`${criterion ?? t('responsible.otherwise')}: ${one.name}`}>
                <AuthorityContact authority={one} />
              </Details>
            </li>
          ))}
        </ul>
      </>
    );
  }
  if (authority) {
    return (
      <>
        {place && <p>{t('responsible.at', { place: place.value })}</p>}
        <AuthorityContact authority={authority} />
      </>
    );
  }
  if (place) {
    return (
      <>
        <p>{t('responsible.stateWide', { place: place.value })}</p>
        <p>
          {t('responsible.hotline')} <ServiceNumber />.
        </p>
      </>
    );
  }
  return (
    <>
      <p>{t('responsible.hint')}</p>
      <p>
        <Link href={`#${PLACE_ID}`}>{t('responsible.toPlace')}</Link>
      </p>
    </>
  );
}
