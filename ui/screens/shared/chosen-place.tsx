import { useTranslation } from 'react-i18next';
import { selectPlace } from '#machines/portal/portal.selectors.ts';

import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf } from './paths.ts';
import { useLocale, useLocationActor, usePortal } from './portal-context.tsx';

/**
 * The chosen place with a way to change it.
 * @param changeHref a page without the place, where people can enter another one
 */
export function ChosenPlace({ name, changeHref }: { name: string; changeHref: string }) {
  const { t } = useTranslation('common');
  const actor = useLocationActor();
  return (
    <p className="sp-chosen-place">
      <span className="sp-chosen-place__words">
        <Icon name="place" />
        <span>
          {t('place.chosen')} <strong>{name}</strong>
        </span>
      </span>
      <Link href={changeHref} onClick={() => actor.send({ type: 'place.cleared' })}>
        {t('place.change')}
      </Link>
    </p>
  );
}

/** The chosen place on pages that do not depend on it. */
export function PlaceLine() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const place = usePortal(selectPlace);
  if (place) return <ChosenPlace name={place.value} changeHref={hrefOf.search(locale, { place: '' })} />;
  return (
    <p className="sp-chosen-place">
      <span className="sp-chosen-place__words">
        <Icon name="place" />
        <span>{t('place.none')}</span>
      </span>
      <Link href={hrefOf.search(locale)}>{t('place.give')}</Link>
    </p>
  );
}
