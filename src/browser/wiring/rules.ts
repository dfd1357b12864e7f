import { setValue } from '#forms/paths.ts';
import { evaluate, pageErrors } from '#forms/rules.ts';
import type { Evaluation, FormData, FormDefinition, FormValue } from '#forms/types.ts';
import type { FormRules } from '#machines/form/form.types.ts';

/**
 * The shared rules in the shape the form workflow takes. The workflow keeps the definition without looking
 * into it; the service has checked it when it was loaded.
 */
export const formRules: FormRules = {
  evaluate: (definition, data) => evaluate(definition as FormDefinition, data as FormData),
  write: (data, path, value) => setValue(data as FormData, path, value as FormValue),
  pageErrors: (definition, evaluation, page) =>
    pageErrors(definition as FormDefinition, evaluation as Evaluation, page),
};
