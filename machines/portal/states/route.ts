import { portalSetup, title } from '../portal.setup.ts';
import type { PortalEvent } from '../portal.types.ts';
import { applying } from './applying.ts';
import { handingOver } from './handing-over.ts';
import { ownLogins } from './own-logins.ts';
import { personalArea } from './personal-area.ts';
import { returning } from './returning.ts';

const aboutRoute = ({ event }: { event: Extract<PortalEvent, { type: 'route.entered' }> }) => ({
  route: event.route,
});
const routeIs =
  (screen: 'account' | 'logins' | 'paymentReturn' | 'handover') =>
  ({ event }: { event: Extract<PortalEvent, { type: 'route.entered' }> }) => ({ route: event.route, screen });

/** The page that the router shows, as far as a workflow depends on it. */
export const route = portalSetup.createStateConfig({
  meta: title('route'),
  initial: 'arriving',
  on: {
    'route.entered': [
      {
        guard: { type: 'applicationIsMeant', params: aboutRoute },
        target: '.applying',
        actions: [
          { type: 'keepRoute', params: aboutRoute },
          { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
        ],
      },
      {
        guard: { type: 'routeIs', params: routeIs('account') },
        target: '.personalArea',
        actions: [
          { type: 'keepRoute', params: aboutRoute },
          { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
        ],
      },
      {
        guard: { type: 'routeIs', params: routeIs('logins') },
        target: '.ownLogins',
        actions: [
          { type: 'keepRoute', params: aboutRoute },
          { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
        ],
      },
      {
        guard: { type: 'routeIs', params: routeIs('paymentReturn') },
        target: '.returning',
        actions: [
          { type: 'keepRoute', params: aboutRoute },
          { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
        ],
      },
      {
        guard: { type: 'routeIs', params: routeIs('handover') },
        target: '.handingOver',
        actions: [
          { type: 'keepRoute', params: aboutRoute },
          { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
        ],
      },
      {
        target: '.browsing',
        actions: [
          { type: 'keepRoute', params: aboutRoute },
          { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
        ],
      },
    ],
  },
  states: {
    arriving: { meta: title('arriving') },
    browsing: { meta: title('browsing'), exit: 'forgetOutcome' },
    applying,
    personalArea,
    ownLogins,
    handingOver,
    returning,
  },
});
