import { type AnyActorRef, type SnapshotFrom, waitFor } from 'xstate';
import type { applicationMachine } from '#machines/application/application.machine.ts';
import { selectScreen } from '#machines/application/application.selectors.ts';
import type { formMachine } from '#machines/form/form.machine.ts';
import { selectFormHasFailed, selectIsLoading } from '#machines/form/form.selectors.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { selectApplication } from '#machines/portal/portal.selectors.ts';

/**
 * Waits until the form of the current application can be shown and the viewer is known.
 * @param timeout ms for each step
 * @param opening ms for the last one, the form itself: a form server may have to open it first
 * @returns false when the application is not at its form, or something failed
 */
export async function waitForForm(portal: Portal, timeout: number, opening = timeout): Promise<boolean> {
  const until = { timeout };
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
      { timeout: opening },
    );
    return !selectFormHasFailed(form);
  } catch {
    return false;
  }
}
