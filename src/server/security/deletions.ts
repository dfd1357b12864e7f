import type { Trail } from '#server/trail/trail.ts';
import type { SecurityLog } from './security-log.ts';

/** Returns a security log whose deletions are in the trail as well. */
export const withDeletions = (security: SecurityLog, trail: Trail): SecurityLog => ({
  record: (event, actor) => {
    // The applications of an account that is deleted are noted one by one.
    if (event.event === 'deletion' && event.what !== 'account') {
      trail.note({ event: 'deletion', what: event.what, process: event.process });
    }
    security.record(event, actor);
  },
  assertWritten: () => security.assertWritten(),
});
