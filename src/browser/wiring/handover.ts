import { fromPromise } from 'xstate';
import type { ArrivalView } from '#contract/handover.ts';
import { handoverMachine } from '#machines/handover/handover.machine.ts';
import type { Api } from '../api.ts';

/** The ways that a hand-over takes in this window. */
export type HandoverWays = {
  /** Shows the page that leads to the other portal. */
  goOn: (id: string) => void;
  /** Leaves for an address; this page is not one to come back to. */
  leadTo: (address: string) => void;
};

/** @param arrived begins an application with the data that has arrived */
export const wireHandover = (api: Api, arrived: (arrival: ArrivalView) => void, ways: HandoverWays) =>
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
      tellArrival: (_, { arrival }) => arrived(arrival),
      goOn: (_, { id }) => ways.goOn(id),
      leadTo: (_, { address }) => ways.leadTo(address),
    },
  });
