import type { Locale } from '#domain/locale.ts';
import type { Content, Metadata } from '#server/content/types.ts';
import type { EngineForm } from '#server/ports/form.ts';
import type { Engine } from './engine.ts';
import { formio } from './formio/engine.ts';
import { lip } from './lip/engine.ts';

/** The engines there are; the first reads forms whose metadata cannot be read. */
export const engines: readonly Engine[] = [formio, lip];

/** The form of this metadata in a language, opened by its engine; null when the content does not have it any more. */
export function openForm(
  { forms }: Pick<Content, 'forms'>,
  { fmsFormId, feeField }: Pick<Metadata, 'fmsFormId' | 'feeField'>,
  locale: Locale,
  known: readonly Engine[] = engines,
): EngineForm | null {
  const form = forms.get(fmsFormId);
  const engine = known.find(({ fmsType }) => fmsType === form?.fmsType);
  return form && engine ? engine.open(form, locale, feeField) : null;
}
