import type { Locale } from '#domain/locale.ts';
import type { FormArea, FormOffice } from '#forms/rules/check-names.ts';
import { hoursInWords } from '#server/content/hours-in-words.ts';
import { areaCovers } from '#server/content/places/area-keys.ts';
import { areaName } from '#server/content/places/places.ts';
import type { Content, Metadata } from '#server/content/types.ts';
import type { EngineForm } from '#server/ports/form.ts';
import type { Engine } from './engine.ts';
import { formio } from './formio/engine.ts';
import { lip } from './lip/engine.ts';

/** All engines; the first reads forms whose metadata cannot be read. */
export const engines: readonly Engine[] = [formio, lip];

/** Returns the form of this metadata in a language, opened by its engine; null when the content no longer has it. */
export function openForm(
  { forms, areas }: Pick<Content, 'forms' | 'areas'>,
  {
    fmsFormId,
    feeField,
    areas: keys = [],
    authority,
  }: Pick<Metadata, 'fmsFormId' | 'feeField'> & Partial<Pick<Metadata, 'areas' | 'authority'>>,
  locale: Locale,
  known: readonly Engine[] = engines,
): EngineForm | null {
  const form = forms.get(fmsFormId);
  const engine = known.find(({ fmsType }) => fmsType === form?.fmsType);
  if (!form || !engine) return null;
  const office = (): FormOffice => ({
    area: coveredBy({ areas }, keys),
    hours: (rules = authority?.opens) =>
      rules === undefined ? undefined : { rules, text: hoursInWords(rules, locale) },
  });
  return engine.open(form, locale, feeField, office);
}

/** Returns the area of an offer, with the postcodes of all municipalities in it. */
function coveredBy(content: Pick<Content, 'areas'>, keys: readonly string[]): FormArea {
  const inside = [...content.areas.values()].filter(({ ars }) => keys.some((key) => areaCovers(key, ars)));
  return {
    name: keys.map((key) => areaName(content, key)).join(', '),
    postcodes: [...new Set(inside.flatMap(({ postalCodes }) => postalCodes))],
  };
}
