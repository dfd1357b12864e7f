import { fromPromise } from 'xstate';
import type { AccountLogoutEvent } from '#machines/accountLogout/accountLogout.types.ts';
import { ownDataMachine } from '#machines/ownData/ownData.machine.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import type { Api } from '../api.ts';
import { announce } from './channel.ts';

/** The flow of everything that is kept of a person. Calls that delete something go on when the page is left. */
export const wireOwnData = (api: Api, portal: Portal) =>
  ownDataMachine.provide({
    actors: {
      loadKept: fromPromise(({ input: { locale, application }, signal }) =>
        api.getKept({ query: { lang: locale, application: application ?? undefined }, signal }),
      ),
      removeSent: fromPromise(async ({ input: { id } }) => {
        await api.removeSent({ params: { id } });
      }),
      erasePerson: fromPromise(({ input: { locale, paidCents } }) =>
        api.erasePerson({
          query: { lang: locale, paidCents: paidCents === null ? undefined : `${paidCents}` },
        }),
      ),
    },
    actions: {
      tellEnd: (_, { erasure }) => {
        const { session, accountLogout } = portal.getSnapshot().children;
        // First the page, which would otherwise ask the person to log in.
        portal.send({ type: 'person.erased', erasure });
        const ended = { type: 'session.ended', erased: null } as const;
        session?.send(ended);
        announce(ended);
        const { account } = erasure;
        if (!account) return;
        accountLogout?.send({
          type: 'session.left',
          // The window stays here, as the page tells what became of everything.
          account: { providerId: account, page: null },
          staysOpen: true,
          hasUnsaved: false,
        } satisfies AccountLogoutEvent);
      },
    },
  });
