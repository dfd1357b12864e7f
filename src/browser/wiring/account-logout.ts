import { fromCallback } from 'xstate';
import { accountLogoutMachine } from '#machines/accountLogout/accountLogout.machine.ts';
import { setOutForLogout } from '../logout-trip.ts';

export const wireAccountLogout = () =>
  accountLogoutMachine.provide({
    actors: {
      watchHistory: fromCallback<{ type: 'never' }, undefined>(({ sendBack }) => {
        const stay = () => sendBack({ type: 'exit.abandoned' });
        addEventListener('popstate', stay, { capture: true });
        return () => removeEventListener('popstate', stay, { capture: true });
      }),
    },
    actions: {
      leaveForAccount: (_, { account: { providerId, page } }) => {
        setOutForLogout(window, providerId);
        window.location.assign(page.url);
      },
      stayHere: () => window.stop(),
    },
  });
