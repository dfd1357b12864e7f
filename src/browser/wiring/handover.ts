import { fromPromise } from 'xstate';
import type { ArrivalView } from '#contract/handover.ts';
import { handoverMachine } from '#machines/handover/handover.machine.ts';
import type { Api } from '../api.ts';

type HandoverHost = {
  /** Begins an application with the data that has arrived. */
  arrived: (arrival: ArrivalView) => void;
  /** Shows the page that leads to the other portal. */
  goOn: (id: string) => void;
  /** Leaves for an address; this page is not one to come back to. */
  leadTo: (address: string) => void;
};

export const wireHandover = (api: Api, host: HandoverHost) =>
  handoverMachine.provide({
    actors: {
      openHandover: fromPromise(({ input: { code, locale } }) =>
        api.openHandover({ query: { lang: locale }, body: { code } }),
      ),
      describeDeparture: fromPromise(({ input: { leiKaId, area, locale }, signal }) =>
        api.describeDeparture({ query: { leiKaId, area, lang: locale }, signal }),
      ),
      handOver: fromPromise(async ({ input: { leiKaId, area, locale, withPerson } }) => {
        const { id } = await api.startHandover({ body: { leiKaId, area, lang: locale, withPerson } });
        return id;
      }),
      leave: fromPromise(({ input: { id, locale } }) =>
        api.leaveHandover({ params: { id }, query: { lang: locale } }),
      ),
      ask: fromPromise(({ input: { id, locale } }) =>
        api.askHandover({ params: { id }, query: { lang: locale } }),
      ),
    },
    actions: {
      tellArrival: (_, { arrival }) => host.arrived(arrival),
      goOn: (_, { id }) => host.goOn(id),
      leadTo: (_, { address }) => host.leadTo(address),
    },
  });
