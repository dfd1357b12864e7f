import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { Place } from '#machines/portal/portal.types.ts';
import { Combobox, type ComboboxOption } from '#ui/kit/combobox.tsx';
import { useLocationActor } from './portal-context.tsx';

const LONGEST_LIST = 50;

type PlaceInputProps = {
  label?: string;
  hint?: string | undefined;
  defaultValue?: string;
  /** The field of a form without script; read by the service as text. */
  name?: string;
  onTyped?: (text: string) => void;
  onPicked: (place: Place) => void;
  /** What stands in the field after a place was taken: its name, or nothing where the field goes away. */
  keepsName?: boolean;
};

/** Postcode or name of a place, with the places that match beneath it. All of a postcode are shown. */
export function PlaceInput({ onTyped, onPicked, keepsName = false, ...field }: PlaceInputProps) {
  const { t } = useTranslation('common');
  const actor = useLocationActor();
  const places = useSelector(actor, ({ context }) => context.places);
  const outcome = useSelector(actor, (snapshot) => snapshot.value);
  const options = places
    .slice(0, LONGEST_LIST)
    .map(({ value, key }) => ({ key: `${key} ${value}`, label: value }));

  function pick({ key }: ComboboxOption): string {
    const place = places.find((one) => `${one.key} ${one.value}` === key);
    if (!place) return '';
    actor.send({ type: 'place.picked', place });
    onPicked(place);
    return keepsName ? place.value : '';
  }
  return (
    <Combobox
      name={field.name}
      label={field.label ?? t('place.label')}
      hint={field.hint}
      defaultValue={field.defaultValue ?? ''}
      options={outcome === 'found' ? options : []}
      listLabel={t('place.found')}
      count={t('place.count', { count: places.length })}
      note={outcome === 'empty' ? t('place.nothing') : outcome === 'failed' ? t('place.failed') : undefined}
      onType={(query) => {
        actor.send({ type: 'place.typed', query });
        onTyped?.(query);
      }}
      onPick={pick}
      takesOnlyOption
    />
  );
}

/** Asks for the place where nothing else is asked; needs script, as the application does. */
export function PlacePicker({ onPicked }: { onPicked: (place: Place) => void }) {
  const { t } = useTranslation('common');
  return <PlaceInput hint={t('place.hint')} onPicked={onPicked} />;
}
