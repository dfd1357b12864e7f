import { aboutEvent, keepLocale } from '../../kit/params.ts';
import { portalSetup, title } from '../portal.setup.ts';
import type { PortalEvent, Route } from '../portal.types.ts';
import { applying } from './applying.ts';
import { handingIn } from './handing-in.ts';
import { handingOver } from './handing-over.ts';
import { ownData } from './own-data.ts';
import { ownLogins } from './own-logins.ts';
import { personalArea } from './personal-area.ts';
import { returning } from './returning.ts';

/** The page is entered with what its address names. */
const enter = [{ type: 'keepRoute', params: aboutEvent }, keepLocale] as const;

/** Pages that have a state of their own. */
const pages = {
  account: 'personalArea',
  logins: 'ownLogins',
  ownData: 'ownData',
  handIn: 'handingIn',
  paymentReturn: 'returning',
  handover: 'handingOver',
} as const;
const leadTo = ([screen, state]: [string, string]) => ({
  guard: {
    type: 'routeIs' as const,
    params: ({ event }: { event: Extract<PortalEvent, { type: 'route.entered' }> }) => ({
      route: event.route,
      screen: screen as Route['screen'],
    }),
  },
  target: `.${state}`,
  actions: enter,
});

/** The page that the router shows, as far as a workflow depends on it. */
export const route = portalSetup.createStateConfig({
  meta: title('route'),
  initial: 'arriving',
  on: {
    'route.entered': [
      { guard: { type: 'applicationIsMeant', params: aboutEvent }, target: '.applying', actions: enter },
      ...Object.entries(pages).map(leadTo),
      { target: '.browsing', actions: enter },
    ],
  },
  states: {
    arriving: { meta: title('arriving') },
    browsing: { meta: title('browsing'), exit: 'forgetOutcome' },
    applying,
    personalArea,
    ownLogins,
    ownData,
    handingIn,
    handingOver,
    returning,
  },
});
