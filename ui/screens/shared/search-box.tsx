import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '#machines/portal/portal.types.ts';
import { Button } from '#ui/kit/button.tsx';
import { hrefOf } from './paths.ts';
import { PlaceInput } from './place-picker.tsx';
import { useLocale, useLocationActor, useSearchActor } from './portal-context.tsx';
import { QueryInput } from './query-input.tsx';

/**
 * What do you want to do, and where: a plain form of the search page, with suggestions where there is script.
 * @param query what was asked
 * @param place the place that was asked for
 * @param placeText the place as it was written, when it is none or several
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
        action={hrefOf.search(locale)}
        onSubmit={() => search.send({ type: 'search.submitted' })}
      >
        <QueryInput key={`q ${query}`} defaultValue={query} place={place} />
        <PlaceField key={`place ${where}`} place={placeText == null ? place : null} text={where} />
        <Button type="submit" icon="search">
          {t('submit')}
        </Button>
      </form>
    </search>
  );
}

/**
 * The place as text, and by key once it is chosen: a name alone may mean several places.
 * @param label names the field where it stands alone
 */
export function PlaceField({
  place,
  text,
  label,
  hint,
  onPicked,
}: {
  place: Place | null;
  text: string;
  label?: string;
  hint?: string;
  onPicked?: (place: Place) => void;
}) {
  const { t } = useTranslation('search');
  const actor = useLocationActor();
  const [picked, setPicked] = useState<Place | null>(null);
  return (
    <div>
      <PlaceInput
        name="place"
        label={label ?? t('where.label')}
        hint={hint ?? t('where.hint')}
        defaultValue={text}
        keepsName
        onTyped={(typed) => {
          setPicked(null);
          // Whoever empties the field means no place, not the one of last time.
          if (typed.trim() === '' && place) actor.send({ type: 'place.cleared' });
        }}
        onPicked={(one) => {
          setPicked(one);
          onPicked?.(one);
        }}
      />
      {picked && <input type="hidden" name="area" value={picked.key} />}
    </div>
  );
}
