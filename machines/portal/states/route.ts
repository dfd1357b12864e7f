import { aboutEvent, keepLocale } from '../../kit/params.ts';
import { portalSetup, title } from '../portal.setup.ts';
import type { PortalEvent } from '../portal.types.ts';
import { applying } from './applying.ts';
import { handingIn } from './handing-in.ts';
import { handingOver } from './handing-over.ts';
import { ownLogins } from './own-logins.ts';
import { personalArea } from './personal-area.ts';
import { returning } from './returning.ts';

/** The page is entered with what its address names. */
const enter = [{ type: 'keepRoute', params: aboutEvent }, keepLocale] as const;

const routeIs =
  (screen: 'account' | 'logins' | 'handIn' | 'paymentReturn' | 'handover') =>
  ({ event }: { event: Extract<PortalEvent, { type: 'route.entered' }> }) => ({ route: event.route, screen });

/** The page that the router shows, as far as a workflow depends on it. */
export const route = portalSetup.createStateConfig({
  meta: title('route'),
  initial: 'arriving',
  on: {
    'route.entered': [
      { guard: { type: 'applicationIsMeant', params: aboutEvent }, target: '.applying', actions: enter },
      { guard: { type: 'routeIs', params: routeIs('account') }, target: '.personalArea', actions: enter },
      { guard: { type: 'routeIs', params: routeIs('logins') }, target: '.ownLogins', actions: enter },
      { guard: { type: 'routeIs', params: routeIs('handIn') }, target: '.handingIn', actions: enter },
      { guard: { type: 'routeIs', params: routeIs('paymentReturn') }, target: '.returning', actions: enter },
      { guard: { type: 'routeIs', params: routeIs('handover') }, target: '.handingOver', actions: enter },
      { target: '.browsing', actions: enter },
    ],
  },
  states: {
    arriving: { meta: title('arriving') },
    browsing: { meta: title('browsing'), exit: 'forgetOutcome' },
    applying,
    personalArea,
    ownLogins,
    handingIn,
    handingOver,
    returning,
  },
});
