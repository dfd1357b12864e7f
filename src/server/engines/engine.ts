import type { Locale } from '#domain/locale.ts';
import type { FormSource } from '#server/content/load/form-source.ts';
import type { KeptForm } from '#server/content/types.ts';
import type { EngineForm } from '#server/ports/form.ts';

/** A form engine: how its forms come into the content, and what they answer. One folder each (decision 36). */
export type Engine = FormSource & {
  open(form: KeptForm, locale: Locale): EngineForm;
};
