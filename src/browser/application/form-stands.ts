import { type AnyActorRef, type SnapshotFrom, waitFor } from 'xstate';
import type { applicationMachine } from '#machines/application/application.machine.ts';
import { selectScreen } from '#machines/application/application.selectors.ts';
import type { formMachine } from '#machines/form/form.machine.ts';
import { selectFormHasFailed, selectIsLoading } from '#machines/form/form.selectors.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { selectApplication } from '#machines/portal/portal.selectors.ts';

/**
 * Waits until the form of the application under way can be shown and it is known who is there.
 * @param patience ms for each step of the way
 * @returns false when it does not come to that: the application is somewhere else, or something failed
 */
export async function formStands(portal: Portal, patience: number): Promise<boolean> {
  const until = { timeout: patience };
  try {
    const { children } = await waitFor(
      portal,
      (snapshot) => selectApplication(snapshot) !== undefined && snapshot.context.viewer !== 'unknown',
      until,
    );
    const open = await waitFor(
      children.application as AnyActorRef,
      (snapshot: SnapshotFrom<typeof applicationMachine>) => selectScreen(snapshot) !== 'loading',
      until,
    );
    if (selectScreen(open) !== 'form' || !open.children.form) return false;
    const form = await waitFor(
      open.children.form as AnyActorRef,
      (snapshot: SnapshotFrom<typeof formMachine>) => !selectIsLoading(snapshot),
      until,
    );
    return !selectFormHasFailed(form);
  } catch {
    return false;
  }
}
