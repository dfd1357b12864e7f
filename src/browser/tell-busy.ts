import type { PortalEvent } from '#machines/portal/portal.types.ts';

/** Says that it takes longer just now, and that nobody needs to do anything about it. */
export function tellBusy(portal: { send: (event: PortalEvent) => void }): void {
  portal.send({ type: 'notification.raised', notification: { type: 'info', key: 'busy' } });
}
