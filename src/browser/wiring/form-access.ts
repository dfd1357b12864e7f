import { calls } from '#contract/calls.ts';
import type { AccessData } from '#contract/process-calls.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import type { FormAccess } from '#machines/form/form.types.ts';
import { addressOf } from '../address.ts';

/** The access data of a form in one shape for all engines. */
export const formAccess = (access: AccessData, processId: string): FormAccess =>
  access.fmsType === 'LIP'
    ? { ...access, form: null, data: {} }
    : {
        ...access,
        // The server has checked both when it loaded the form and stored the data.
        form: access.form as FormDefinition,
        data: access.data as FormData,
        pictures: Object.fromEntries(
          (access.previews ?? []).map((file) => [
            file,
            { preview: addressOf(calls.getPreview, { id: processId, file }), sizeBefore: null, doubt: null },
          ]),
        ),
      };
