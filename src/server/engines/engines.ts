import type { Locale } from '#domain/locale.ts';
import type { Content, Metadata } from '#server/content/types.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { formioForm } from './formio/form.ts';

/** The form of this metadata in a language, opened by its engine; null when the content does not have it any more. */
export function openForm(
  { forms }: Pick<Content, 'forms'>,
  { fmsFormId }: Pick<Metadata, 'fmsFormId'>,
  locale: Locale,
): EngineForm | null {
  const form = forms.get(fmsFormId);
  return form ? formioForm(form[locale], locale) : null;
}
