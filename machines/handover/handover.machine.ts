import { assign, setup } from 'xstate';
import type { ArrivalView, DepartureView, HandedOverView, WayOut } from '#contract/handover.ts';
import type { Locale } from '#domain/locale.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutError, aboutEvent, keepProblem } from '../kit/params.ts';
import { placeholder } from '../kit/placeholders.ts';
import { isTransient, type Problem } from '../kit/problem.ts';
import type { HandoverContext, HandoverEvent, HandoverInput, Trip } from './handover.types.ts';

const title = titles('handover');

type Of = { context: HandoverContext };
type Read = { locale: Locale };
type Going = { leiKaId: string; area: string } & Read;

const idOf = ({ context: { trip, locale } }: Of) => ({ id: 'id' in trip ? trip.id : '', locale });
const goingOf = ({ context: { trip, locale } }: Of): Going => ({
  leiKaId: trip.kind === 'departure' ? trip.leiKaId : '',
  area: trip.kind === 'departure' ? trip.area : '',
  locale,
});

const handoverSetup = setup({
  types: {
    context: {} as HandoverContext,
    events: {} as HandoverEvent,
    input: {} as HandoverInput,
    meta: {} as FlowMeta,
  },
  actors: {
    openHandover: placeholder<ArrivalView, { code: string } & Read>('openHandover'),
    describeDeparture: placeholder<DepartureView, Going>('describeDeparture'),
    /** Hands the application over; returns the id by which the person leaves. */
    handOver: placeholder<string, Going & { withPerson: boolean }>('handOver'),
    leave: placeholder<WayOut, { id: string } & Read>('leave'),
    ask: placeholder<HandedOverView, { id: string } & Read>('ask'),
  },
  actions: {
    keepArrival: assign((_, { arrival }: { arrival: ArrivalView }) => ({ arrival })),
    keepDeparture: assign((_, departure: DepartureView) => ({
      departure,
      withPerson: false,
    })),
    notePerson: assign((_, { isIncluded }: { isIncluded: boolean }) => ({ withPerson: isIncluded })),
    keepWayOut: assign((_, wayOut: WayOut) => ({ wayOut })),
    keepTold: assign((_, told: HandedOverView) => ({ told })),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
    forgetProblem: assign({ problem: null }),
    /** Begins the application with the data that has arrived. */
    tellArrival: (_, _params: { arrival: ArrivalView }) => undefined,
    /** Leads to the page that leads to the other portal. */
    goOn: (_, _params: { id: string }) => undefined,
    /** Leads the browser to the other portal. */
    leadTo: (_, _params: { address: string }) => undefined,
  },
  guards: {
    tripIs: ({ context }, { kind }: { kind: Trip['kind'] }) => context.trip.kind === kind,
    /** The answer stays the same whenever the server is asked. */
    isFinal: (_, { problem }: { problem: Problem }) => !isTransient(problem),
  },
});

const onFailure = [
  { guard: { type: 'isFinal', params: aboutError }, target: '#handover.refused', actions: keepProblem },
  { target: '#handover.failed', actions: keepProblem },
] as const;

/**
 * A person between two portals that share services (docs/partners-shared-services.md): coming from another one, going
 * to another one and back from there.
 */
export const handoverMachine = handoverSetup.createMachine({
  id: 'handover',
  context: ({ input }) => ({
    ...input,
    arrival: null,
    departure: null,
    withPerson: false,
    wayOut: null,
    told: null,
    problem: null,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      meta: title('deciding'),
      entry: 'forgetProblem',
      always: [
        { guard: { type: 'tripIs', params: { kind: 'arrival' } }, target: 'opening' },
        { guard: { type: 'tripIs', params: { kind: 'departure' } }, target: 'describing' },
        { guard: { type: 'tripIs', params: { kind: 'passage' } }, target: 'passing' },
        { target: 'asking' },
      ],
    },
    opening: {
      meta: title('opening'),
      invoke: {
        src: 'openHandover',
        input: ({ context: { trip, locale } }) => ({
          code: trip.kind === 'arrival' ? trip.code : '',
          locale,
        }),
        onDone: {
          target: 'arrived',
          actions: [
            { type: 'keepArrival', params: ({ event }) => ({ arrival: event.output }) },
            { type: 'tellArrival', params: ({ event }) => ({ arrival: event.output }) },
          ],
        },
        onError: onFailure,
      },
    },
    /** The application takes over. */
    arrived: { meta: title('arrived') },
    describing: {
      meta: title('describing'),
      // The viewer decides whose name and address may go along.
      on: { 'viewer.changed': { target: 'describing', reenter: true } },
      invoke: {
        src: 'describeDeparture',
        input: goingOf,
        onDone: { target: 'offered', actions: { type: 'keepDeparture', params: aboutAnswer } },
        onError: onFailure,
      },
    },
    offered: {
      meta: title('offered'),
      on: {
        'viewer.changed': 'describing',
        'person.included': { actions: { type: 'notePerson', params: aboutEvent } },
        'departure.confirmed': 'sending',
      },
    },
    /** The application is handed over once: another click has no effect. */
    sending: {
      meta: title('sending'),
      entry: 'forgetProblem',
      invoke: {
        src: 'handOver',
        input: ({ context }) => ({ ...goingOf({ context }), withPerson: context.withPerson }),
        onDone: {
          target: 'sent',
          actions: { type: 'goOn', params: ({ event }) => ({ id: event.output }) },
        },
        onError: { target: 'offered', actions: keepProblem },
      },
    },
    /** The page that leads there takes over. */
    sent: { meta: title('sent') },
    passing: {
      meta: title('passing'),
      invoke: {
        src: 'leave',
        input: idOf,
        onDone: {
          target: 'leaving',
          actions: [
            { type: 'keepWayOut', params: aboutAnswer },
            { type: 'leadTo', params: ({ event }) => ({ address: event.output.address }) },
          ],
        },
        onError: onFailure,
      },
    },
    leaving: { meta: title('leaving') },
    asking: {
      meta: title('asking'),
      invoke: {
        src: 'ask',
        input: idOf,
        onDone: { target: 'told', actions: { type: 'keepTold', params: aboutAnswer } },
        onError: onFailure,
      },
    },
    told: { meta: title('told'), on: { 'retry.requested': 'asking' } },
    /** Another request would not help; another login may. */
    refused: { meta: title('refused'), on: { 'viewer.changed': 'deciding' } },
    failed: {
      meta: title('failed'),
      on: { 'retry.requested': 'deciding', 'network.restored': 'deciding' },
    },
  },
});
