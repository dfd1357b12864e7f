import { fromPromise } from 'xstate';
import type { HeldApplication, LeftAccount } from '#contract/auth.ts';
import { type Locale, localeOf } from '#domain/locale.ts';
import type { AccountLogoutEvent } from '#machines/accountLogout/accountLogout.types.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { SessionEvent } from '#machines/session/session.types.ts';
import type { PageApi } from '../api.ts';
import type { ApiProblem } from '../api-problem.ts';
import { readSettings } from '../read-settings.ts';
import { claimAnnouncement } from './announcement.ts';
import { announce, hear } from './channel.ts';

import { watchClock } from './watchers.ts';

type Ended = readonly HeldApplication[];

/** @param hasUnsaved whether something typed in this window would be lost with the page */
export const wireSession = (api: PageApi, hasUnsaved: () => boolean = () => false) =>
  sessionMachine.provide({
    actors: {
      readSession: fromPromise(({ signal }) => api.getUser({ signal })),
      prolongSession: fromPromise(async ({ signal }) => (await api.prolongSession({ signal })).user),
      claimAnnouncement: fromPromise<boolean, { end: string }>(({ input, signal }) =>
        claimAnnouncement(input.end, signal),
      ),
      logOut: fromPromise<LeftAccount | null, undefined>(async () => {
        const lang = localeOf(document.documentElement.lang);
        return (await api.logout({ query: { lang } })).account;
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
    actions: {
      tellWindows: (_, { message }) => announce(message),
      tellAccountLogout: ({ system }, { account }) => {
        if (!account) return;
        const login = readSettings().loginProviders.find(({ id }) => id === account.providerId);
        system.get('accountLogout')?.send({
          type: 'session.left',
          account,
          staysOpen: login?.keepsSession ?? false,
          hasUnsaved: hasUnsaved(),
        } satisfies AccountLogoutEvent);
      },
    },
  });

/**
 * Events of the session that a window notices: signs that somebody is here, refusals, and messages of the other
 * windows.
 * @param portal called when something happens, because the calls are made before it exists
 * @param isAttended whether somebody is at the window: pages also change by themselves
 */
export function sessionSigns(portal: () => Portal, isAttended: () => boolean) {
  const send = (event: SessionEvent) => portal().getSnapshot().children.session?.send(event);
  const onActivity = () => {
    if (isAttended()) send({ type: 'activity.noticed', at: Date.now() });
  };
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
    /**
     * Hears the other windows.
     * @returns the function that stops it
     */
    hearOthers: () =>
      hear((message) => {
        if (message.type !== 'payment.returned' && message.type !== 'editing.requested') send(message);
      }),
  };
}
