import type { Portal } from '#machines/portal/portal.machine.ts';
import type { UploadHost } from './upload.ts';

/** Tells the session of a portal what uploads learn of it. */
export const sessionHost = (portal: Portal): UploadHost => ({
  sessionEnded: (code) => portal.getSnapshot().children.session?.send({ type: 'session.refused', code }),
  sessionUsed: () =>
    portal.getSnapshot().children.session?.send({ type: 'activity.noticed', at: Date.now() }),
});
