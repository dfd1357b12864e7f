import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '#machines/portal/portal.types.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { TextInput } from '#ui/kit/text-input.tsx';
import { useLocationActor } from './portal-context.tsx';

/**
 * Postcode or place, with the matching places beneath it (ARIA combobox with a list): arrows move, Enter
 * takes, Escape closes.
 */
export function PlacePicker({ onPicked }: { onPicked?: (place: Place) => void }) {
  const { t } = useTranslation('common');
  const id = useId();
  const actor = useLocationActor();
  const places = useSelector(actor, ({ context }) => context.places);
  const outcome = useSelector(actor, (snapshot) => snapshot.value);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && places.length > 0;

  function pick(place: Place): void {
    setText('');
    setOpen(false);
    actor.send({ type: 'place.picked', place });
    onPicked?.(place);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') setOpen(false);
    if (!shown) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive((active + step + places.length) % places.length);
    }
    const chosen = places[Math.max(active, 0)];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      pick(chosen);
    }
  }

  return (
    <div className="sp-combobox">
      <TextInput
        id={id}
        label={t('place.label')}
        hint={t('place.hint')}
        value={text}
        width={20}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        onChange={(query) => {
          setText(query);
          setOpen(true);
          setActive(-1);
          actor.send({ type: 'place.typed', query });
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <div
        className="sp-combobox__list"
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={t('place.found')}
        hidden={!shown}
      >
        {places.map((place, index) => (
          <div
            key={place.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="sp-combobox__option"
            // The list closes on blur: the press must not take the focus before the click is done.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(place)}
            onKeyDown={onKeyDown}
          >
            {place.value}
          </div>
        ))}
      </div>
      <p role="status" className="sp-combobox__status">
        {open && outcome === 'found' && (
          <span className="kern-sr-only">{t('place.count', { count: places.length })}</span>
        )}
        {open && outcome === 'empty' && t('place.nothing')}
        {outcome === 'failed' && t('place.failed')}
      </p>
    </div>
  );
}

/** The chosen place with a way to change it. */
export function ChosenPlace({ name, onChange }: { name: string; onChange: () => void }) {
  const { t } = useTranslation('common');
  return (
    <p className="sp-chosen-place">
      <Icon name="check" />
      <span>
        {t('place.chosen')} <strong>{name}</strong>
      </span>
      <button type="button" className="sp-link" onClick={onChange}>
        {t('place.change')}
      </button>
    </p>
  );
}
