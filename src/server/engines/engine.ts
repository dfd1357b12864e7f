import type { Locale } from '#domain/locale.ts';
import type { FormArea } from '#forms/rules/check-names.ts';
import type { FormSource } from '#server/content/load/form-source.ts';
import type { KeptForm } from '#server/content/types.ts';
import type { EngineForm } from '#server/ports/form.ts';

/** A form engine: how its forms come into the content, and what they answer. One folder each (decision 36). */
export type Engine = FormSource & {
  /**
   * @param feeField key of the field that says the fee, where the metadata names one
   * @param area what the authority of the application is responsible for
   */
  open(form: KeptForm, locale: Locale, feeField?: string, area?: () => FormArea): EngineForm;
  /** What works in the form and would serve people better otherwise, one sentence each; an engine may have none. */
  findings?(form: KeptForm): string[];
};
