import { useTranslation } from 'react-i18next';
import type { Place } from '#contract/shapes.ts';

import { Alert } from '#ui/kit/alert.tsx';
import { Link } from '#ui/kit/link.tsx';
import { ServiceNumber } from './service-number.tsx';

/** Parts of the answers of search and service about a place entered as text. */
export type PlaceOutcome = {
  placeQuery: string | null;
  placeChoices: readonly Place[];
  placeIsUnknown: boolean;
};

/**
 * The places to choose from when the text matches several, or none: never silently the first of them.
 * @param hrefFor this page at a place
 */
export function PlaceChoices({
  placeQuery,
  placeChoices,
  placeIsUnknown,
  hrefFor,
  headingLevel = 2,
}: PlaceOutcome & { hrefFor: (place: Place) => string; headingLevel?: 2 | 3 }) {
  const { t } = useTranslation('search');
  if (placeQuery === null) return null;
  const title = placeIsUnknown
    ? t('place.unknown', { place: placeQuery })
    : t('place.several', { place: placeQuery });
  return (
    <Alert tone={placeIsUnknown ? 'warning' : 'info'} title={title} headingLevel={headingLevel}>
      <p>
        {placeIsUnknown && t('place.askForName')}{' '}
        {placeChoices.length > 0 && t(placeIsUnknown ? 'place.near' : 'place.choose')}
      </p>
      {placeIsUnknown && (
        <p>
          {t('place.notHere')} <ServiceNumber />.
        </p>
      )}
      {placeChoices.length > 0 && (
        <ul className="sp-choice-list">
          {placeChoices.map((place) => (
            <li key={`${place.key} ${place.value}`}>
              <Link quiet href={hrefFor(place)}>
                {place.value}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
