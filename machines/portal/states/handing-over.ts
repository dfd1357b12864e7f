import { aboutEvent } from '../../kit/params.ts';
import { portalSetup, title } from '../portal.setup.ts';

/** A person between this portal and another one; a person who has come from there goes on with an application. */
export const handingOver = portalSetup.createStateConfig({
  meta: title('handingOver'),
  invoke: {
    id: 'handover',
    systemId: 'handover',
    src: 'handover',
    input: ({ context }) => ({ trip: context.trip!, locale: context.locale }),
  },
  on: {
    // The router also reports the first address: the server is not asked twice.
    'route.entered': { guard: { type: 'tripIsTheSame', params: aboutEvent } },
    'handover.arrived': { target: 'applying', actions: { type: 'keepArrival', params: aboutEvent } },
    'viewer.changed': { actions: { type: 'tellHandover', params: { type: 'viewer.changed' } } },
    'network.restored': { actions: { type: 'tellHandover', params: aboutEvent } },
  },
});
