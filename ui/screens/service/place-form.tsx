import { useTranslation } from 'react-i18next';
import type { ServiceAnswer } from '#contract/content.ts';
import { Button } from '#ui/kit/button.tsx';
import { hrefOf, toApply } from '../shared/paths.ts';
import { useLocale, usePortalTools } from '../shared/portal-context.tsx';
import { PlaceField } from '../shared/search-box.tsx';

/** Id of the field that links lead to. */
export const PLACE_ID = 'place';

/** Asks for the place where the service is wanted: a plain form of the same page. */
export function PlaceForm({ answer: { service, placeQuery } }: { answer: ServiceAnswer }) {
  const { t } = useTranslation('service');
  const locale = useLocale();
  const { navigate } = usePortalTools();
  const text = placeQuery ?? '';
  return (
    <form id={PLACE_ID} className="sp-place-form" action={toApply(hrefOf.service(locale, service.leiKaId))}>
      <PlaceField
        place={null}
        text={text}
        label={t('place.label')}
        onPicked={({ key }) => navigate(toApply(hrefOf.service(locale, service.leiKaId, { area: key })))}
      />
      <Button type="submit" variant="secondary">
        {t('place.submit')}
      </Button>
    </form>
  );
}
