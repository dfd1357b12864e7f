import { useTranslation } from 'react-i18next';
import type { Place } from '#contract/shapes.ts';
import { Details } from '#ui/kit/details.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { PlaceInput } from '../shared/place-picker.tsx';

/**
 * The way to another place, folded away: most people have come to the right one.
 * @param effect the effect of a change on the present entries
 * @param open the person has come for it
 */
export function PlaceChange({
  effect,
  open = false,
  onPicked,
}: {
  effect?: string;
  open?: boolean;
  onPicked: (place: Place) => void;
}) {
  const { t } = useTranslation(['start', 'common']);
  return (
    <Details open={open} summary={t('changePlace.title')}>
      <Stack gap="small">
        {effect !== undefined && <p>{effect}</p>}
        <PlaceInput label={t('changePlace.label')} hint={t('common:place.hint')} onPicked={onPicked} />
      </Stack>
    </Details>
  );
}
