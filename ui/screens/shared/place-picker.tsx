import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '#contract/shapes.ts';
import { selectLocationOutcome, selectPlaces } from '#machines/location/location.selectors.ts';

import { Combobox } from '#ui/kit/combobox.tsx';
import { useLocationActor } from './portal-context.tsx';

type PlaceInputProps = {
  label?: string;
  hint?: string | undefined;
  defaultValue?: string;
  /** The name of the field in a form without scripts; the server reads it as text. */
  name?: string | undefined;
  onTyped?: (text: string) => void;
  onPicked: (place: Place) => void;
  /** Content of the field after a place was picked: its name, or nothing where the field disappears. */
  keepsName?: boolean;
};

/**
 * Postcode or name of a place, with the matching places below it: all of a postcode, never silently the first of them.
 */
export function PlaceInput({ onTyped, onPicked, keepsName = false, ...field }: PlaceInputProps) {
  const { t } = useTranslation('common');
  const actor = useLocationActor();
  const found = useSelector(actor, selectPlaces);
  const outcome = useSelector(actor, selectLocationOutcome);
  // One field of several may be open; all share the same flow.
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const places = open ? found : [];
  const texts = {
    empty: t('place.nothing'),
    unknownPostcode: t('place.unknownPostcode'),
    failed: t('place.failed'),
  };

  function move(step: 1 | -1): void {
    const next = active === null ? (step === 1 ? 0 : places.length - 1) : active + step;
    setActive(next < 0 || next >= places.length ? null : next);
  }
  function pick(index: number): string {
    const place = places[index];
    if (!place) return '';
    setOpen(false);
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
      options={places.map(({ key, value }) => ({ key: `${key} ${value}`, label: value }))}
      active={active}
      listLabel={t('place.found')}
      status={
        !open || outcome === null
          ? null
          : outcome === 'found'
            ? t('place.count', { count: places.length })
            : texts[outcome]
      }
      onType={(query) => {
        setOpen(true);
        setActive(null);
        actor.send({ type: 'place.typed', query });
        onTyped?.(query);
      }}
      onMove={move}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onPick={pick}
      // A place found for the previous content of the field does not count.
      takesOnlyOption={outcome === 'found'}
    />
  );
}
