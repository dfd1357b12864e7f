import type { SnapshotFrom } from 'xstate';
import { coverMachine } from '#machines/cover/cover.machine.ts';
import type { CoverEvent } from '#machines/cover/cover.types.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import { selectAccount, selectEnding, selectLogout } from '#machines/session/session.selectors.ts';
import { watchClock } from './watchers.ts';

export const wireCover = () => coverMachine.provide({ actors: { watchClock } });

/**
 * The meaning of a state of the session for the screen; null for a state that changes nothing. A new session without an
 * account is nobody's: it uncovers nothing.
 */
function meaningOf(session: SnapshotFrom<typeof sessionMachine>): CoverEvent['type'] | null {
  if (selectEnding(session) === 'expired') return 'session.expired';
  if (selectLogout(session) !== null) return 'session.left';
  return selectAccount(session) === null ? null : 'session.renewed';
}

/** Reports the end of the session to the cover of the application on the screen, and the return of its person. */
export function followSession(portal: Portal): void {
  let last: CoverEvent['type'] | null = null;
  portal.getSnapshot().children.session!.subscribe((session) => {
    const meaning = meaningOf(session);
    if (meaning === null || meaning === last) return;
    last = meaning;
    portal.getSnapshot().children.cover?.send({ type: meaning });
  });
}
