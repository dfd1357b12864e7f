import type { SnapshotFrom } from 'xstate';
import { MAX_SHOWN } from './notifications.assigners.ts';
import type { notificationsMachine } from './notifications.machine.ts';
import type { Toast } from './notifications.types.ts';

type Snapshot = SnapshotFrom<typeof notificationsMachine>;

/** The toasts to show, oldest first. The array stays the same as long as nothing changes. */
export const selectToasts = ({ context }: Snapshot): readonly Toast[] => shownOf(context.toasts);

const shown = new WeakMap<readonly Toast[], readonly Toast[]>();
function shownOf(toasts: readonly Toast[]): readonly Toast[] {
  const known = shown.get(toasts) ?? toasts.slice(0, MAX_SHOWN);
  shown.set(toasts, known);
  return known;
}

/** Whether the container exists: until a moment after the last toast. */
export const selectToastsAreThere = (snapshot: Snapshot): boolean => !snapshot.matches('absent');
