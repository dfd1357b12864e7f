import { useSelector } from '@xstate/react';
import { selectForm } from '#machines/application/application.selectors.ts';
import { selectHasUnsaved } from '#machines/form/form.selectors.ts';
import { useApplication } from './application-context.tsx';
import { useEntries } from './use-saving.ts';

/** Tells whether the form, if there is one, holds something that the server lacks. */
export function useHasUnsaved(): boolean {
  return useEntries(useSelector(useApplication(), selectForm), selectHasUnsaved, false);
}
