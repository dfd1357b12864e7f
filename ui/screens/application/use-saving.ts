import { useSelector } from '@xstate/react';
import { useCallback, useSyncExternalStore } from 'react';
import type { SnapshotFrom } from 'xstate';
import { selectSaving } from '#machines/form/form.selectors.ts';
import type { savingMachine } from '#machines/saving/saving.machine.ts';
import type { FormActor } from '../shared/portal-context.tsx';
import { watchForm } from '../shared/watch-form.ts';

/**
 * Reads what saves a form.
 * @param without the value before the form is there
 */
export const useSaving = <T>(
  form: FormActor,
  select: (snapshot: SnapshotFrom<typeof savingMachine>) => T,
  without: T,
): T => useSelector(useSelector(form, selectSaving), (snapshot) => (snapshot ? select(snapshot) : without));

/**
 * Reads how the entries of a form stand, which more than one workflow knows.
 * @param select gives the same value as long as nothing changes
 * @param without the value while there is no form
 */
export function useEntries<T>(
  form: FormActor | undefined,
  select: (snapshot: SnapshotFrom<FormActor>) => T,
  without: T,
): T {
  const subscribe = useCallback(
    (moved: () => void) => (form ? watchForm(form, moved) : () => undefined),
    [form],
  );
  const read = () => (form ? select(form.getSnapshot()) : without);
  return useSyncExternalStore(subscribe, read, read);
}
