import type { PortalEvent } from '#machines/portal/portal.types.ts';

/** Tells the person that the answer takes longer just now, and that there is nothing to do about it. */
export function tellBusy(portal: { send: (event: PortalEvent) => void }): void {
  portal.send({ type: 'notification.raised', notification: { type: 'info', key: 'busy' } });
}
