import type { AccessData } from '#contract/process-calls.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import type { FormAccess } from '#machines/form/form.types.ts';

/** The access data of a form in one shape for all engines. */
export const formAccess = (access: AccessData): FormAccess =>
  access.fmsType === 'LIP'
    ? { ...access, form: null, data: {} }
    : // The server has checked both when it loaded the form and stored the data.
      { ...access, form: access.form as FormDefinition, data: access.data as FormData };
