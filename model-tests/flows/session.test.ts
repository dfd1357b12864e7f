import { expect, it } from 'vitest';
import {
  selectDeparture,
  selectEnding,
  selectSessionIsExpired,
  selectViewer,
} from '#machines/session/session.selectors.ts';
import type { SessionContext } from '#machines/session/session.types.ts';
import type { Live } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';
import { type SessionStep, sessionEnds, sessionSubject } from './session.subject.ts';

const types = {
  ...internalTypes,
  'activity.noticed': true,
  'clock.woke': true,
  'session.refused': true,
  'session.renewed': true,
  'session.prolonged': true,
  'session.ended': true,
  'extension.requested': true,
  'warning.acknowledged': true,
  'logout.requested': true,
  'logout.dismissed': true,
  'ending.requested': true,
  'consent.changed': true,
  'ending.confirmed': true,
  'ending.dismissed': true,
  'message.dismissed': true,
} as const;

const calls = [
  'readSession',
  'prolongSession',
  'claimAnnouncement',
  'logOut',
  'reviewEnding',
  'eraseSession',
] as const;

/** Promises to a person in this window, whatever other windows do. */
function observer(): Observer<SessionStep> {
  const count = { logOut: 0, eraseSession: 0, prolongSession: 0 };
  let confirmed = 0;
  let agreed = false;
  /** True if a confirmed call has no answer yet. */
  let isInDoubt = false;
  let before: ReturnType<typeof selectEnding> = null;
  return {
    afterStep: (live: Live, event) => {
      const snapshot = live.snapshot() as never;
      const { user, locale } = live.snapshot().context as SessionContext;
      const viewer = selectViewer(snapshot);
      const ending = selectEnding(snapshot);
      expect(locale, 'everything is read in German').toBe('de');
      expect(ending === null || viewer === 'none', 'an end leaves nobody logged in').toBe(true);
      if (viewer === 'none' || viewer === 'unknown') expect(user, 'nothing is kept of anybody').toBeNull();
      if (event.type === 'session.ended' && before !== 'expired') {
        expect(selectSessionIsExpired(snapshot), 'a logout is not an end for security').toBe(false);
      }
      before = ending;
      for (const call of calls) expect(live.underWay(call), `${call} is under way once`).toBeLessThan(2);

      if (live.calls('logOut').length > count.logOut) expect(event.type).toBe('logout.requested');
      const isNew = event.type === 'ending.requested' && !isInDoubt;
      if (isNew) confirmed = 0;
      if (isNew) agreed = false;
      if (event.type === 'consent.changed') agreed = event.agreed;
      if (event.type === 'ending.confirmed') confirmed += 1;
      if (live.calls('eraseSession').length > count.eraseSession) {
        const { paidConsent } = live.calls('eraseSession').at(-1) as { paidConsent: boolean };
        const { held } = live.snapshot().context as SessionContext;
        expect(event.type, 'nothing is erased that nobody confirmed').toBe(
          isInDoubt ? 'ending.requested' : 'ending.confirmed',
        );
        expect(paidConsent).toBe(held.some(({ fate }) => fate === 'paid'));
        if (paidConsent) expect(confirmed, 'what is paid needs a second consent').toBeGreaterThan(1);
        if (paidConsent) expect(agreed, 'nobody consents by the button alone').toBe(true);
      }
      if (live.calls('prolongSession').length > count.prolongSession) {
        expect(
          ['activity.noticed', 'extension.requested', 'xstate.done.actor.0.session.unknown'],
          'only a person prolongs, by a use or by opening the page',
        ).toContain(event.type);
      }
      isInDoubt = live.state().includes('endingUnanswered');
      for (const call of ['logOut', 'eraseSession', 'prolongSession'] as const) {
        count[call] = live.calls(call).length;
      }
      if (selectDeparture(snapshot) !== null) expect(viewer).toBe('anonymous');
    },
  };
}

it('leads through every arrow of the session, whatever this window and the others do', async () => {
  const missing = await runFlow({ subject: sessionSubject, ends: sessionEnds, observer: observer }, types);
  expect(missing).toEqual([]);
});
