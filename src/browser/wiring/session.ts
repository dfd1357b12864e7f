import { fromPromise } from 'xstate';
import type { Locale } from '#domain/locale.ts';
import type { HeldApplication } from '#domain/session.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { SessionEvent } from '#machines/session/session.types.ts';
import type { Api } from '../api.ts';
import type { ApiProblem } from '../api-problem.ts';
import { claimAnnouncement } from './announcement.ts';
import { announce, hear } from './channel.ts';

import { watchClock } from './watchers.ts';

type Ended = readonly HeldApplication[];

export const wireSession = (api: Api) =>
  sessionMachine.provide({
    actors: {
      readSession: fromPromise(({ signal }) => api.getUser({ signal })),
      prolongSession: fromPromise(async ({ signal }) => (await api.prolongSession({ signal })).user),
      claimAnnouncement: fromPromise<boolean, { end: string }>(({ input, signal }) =>
        claimAnnouncement(input.end, signal),
      ),
      logOut: fromPromise<void, undefined>(async () => {
        await api.logout({ query: {} });
      }),
      reviewEnding: fromPromise<Ended, { locale: Locale }>(({ input, signal }) =>
        api.reviewEnding({ query: { lang: input.locale }, signal }),
      ),
      eraseSession: fromPromise<Ended, { locale: Locale; paidConsent: boolean }>(({ input }) =>
        api.eraseSession({
          query: { lang: input.locale, paidConsent: input.paidConsent ? 'true' : undefined },
        }),
      ),
      watchClock,
    },
    actions: { tellWindows: (_, { message }) => announce(message) },
  });

/**
 * What a window notices of the session: signs that somebody is here, refusals, and what the other windows do with it.
 * @param portal called when something happens, because the calls are made before it exists
 */
export function sessionSigns(portal: () => Portal) {
  const send = (event: SessionEvent) => portal().getSnapshot().children.session?.send(event);
  const onActivity = () => send({ type: 'activity.noticed', at: Date.now() });
  return {
    onActivity,
    onProblem: ({ code }: ApiProblem) => {
      if (code === 'session-expired' || code === 'login-required') send({ type: 'session.refused', code });
    },
    /** Downloads are plain links: the server counts them as a use, so this window must notice them, too. */
    noticeDownloads: () =>
      document.addEventListener('click', ({ target }) => {
        const anchor = target instanceof Element ? target.closest('a') : null;
        if (anchor?.pathname.startsWith('/api/') && anchor.origin === location.origin) onActivity();
      }),
    /** @returns the function that stops it */
    hearOthers: () =>
      hear((message) => {
        if (message.type !== 'payment.returned' && message.type !== 'editing.requested') send(message);
      }),
  };
}
