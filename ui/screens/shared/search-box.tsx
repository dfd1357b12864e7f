import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '#contract/shapes.ts';

import { Button } from '#ui/kit/button.tsx';
import { useHydrated } from '#ui/kit/use-hydrated.ts';
import { hrefOf, toResults } from './paths.ts';
import { PlaceInput } from './place-picker.tsx';
import { useLocale, useLocationActor, useSearchActor } from './portal-context.tsx';
import { QueryInput } from './query-input.tsx';

/**
 * The questions what a person wants to do, and where: a plain form of the search page, with suggestions if scripts run.
 * @param query the text searched for
 * @param place the place searched at
 * @param placeText the place as entered, if it matches none or several
 */
export function SearchBox({
  query = '',
  place,
  placeText,
}: {
  query?: string;
  place: Place | null;
  placeText?: string | null;
}) {
  const { t } = useTranslation('search');
  const locale = useLocale();
  const search = useSearchActor();
  const where = placeText ?? place?.value ?? '';
  return (
    <search>
      <form
        className="sp-search-box"
        action={toResults(hrefOf.search(locale))}
        onSubmit={() => search.send({ type: 'search.submitted' })}
      >
        <QueryInput defaultValue={query} place={place} />
        <PlaceField place={placeText == null ? place : null} text={where} />
        <Button type="submit" icon="search">
          {t('submit')}
        </Button>
      </form>
    </search>
  );
}

/**
 * The place as text, and by its key once it is chosen: a name alone may match several places.
 * @param label names the field if it is on its own
 */
export function PlaceField({
  place,
  text,
  label,
  onPicked,
}: {
  place: Place | null;
  text: string;
  label?: string;
  onPicked?: (place: Place) => void;
}) {
  const { t } = useTranslation('search');
  const actor = useLocationActor();
  const enhanced = useHydrated();
  const [edit, setEdit] = useState<{ picked: Place | null } | null>(null);
  const [known, setKnown] = useState(place?.key);
  if (known !== place?.key) {
    // The page is about another place now: earlier edits of the field no longer count.
    setKnown(place?.key);
    setEdit(null);
  }
  const key = edit ? edit.picked?.key : place?.key;
  return (
    <div>
      <PlaceInput
        // The key suffices.
        name={enhanced && key !== undefined ? undefined : 'place'}
        label={label ?? t('where.label')}
        hint={t('where.hint')}
        defaultValue={text}
        keepsName
        onTyped={(typed) => {
          setEdit({ picked: null });
          // Emptying the field means no place, not the previous one.
          if (typed.trim() === '' && place) actor.send({ type: 'place.cleared' });
        }}
        onPicked={(picked) => {
          setEdit({ picked });
          onPicked?.(picked);
        }}
      />
      {enhanced && key !== undefined && <input type="hidden" name="area" value={key} />}
    </div>
  );
}
