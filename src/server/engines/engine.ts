import type { Locale } from '#domain/locale.ts';
import type { FormOffice } from '#forms/rules/check-names.ts';
import type { FormSource } from '#server/content/load/form-source.ts';
import type { KeptForm } from '#server/content/types.ts';
import type { EngineForm } from '#server/ports/form.ts';

/** A form engine: the way of its forms into the content, and their answers. One folder each (decision 36). */
export type Engine = FormSource & {
  /**
   * @param feeField key of the field that gives the fee, where the metadata names one
   * @param office the authority of the application
   */
  open(form: KeptForm, locale: Locale, feeField?: string, office?: () => FormOffice): EngineForm;
  /** Whether appointments in the form have to be within the opening hours of the authority. */
  asksHours?(form: KeptForm): boolean;
  /** Returns suggestions to improve a working form, one sentence each; an engine may have none. */
  findings?(form: KeptForm): string[];
};
