import type { ArrivalView, DepartureView, HandedOverView, WayOut } from '#contract/handover.ts';
import { handoverMachine } from '#machines/handover/handover.machine.ts';
import type {
  HandoverContext,
  HandoverEvent,
  HandoverInput,
  Trip,
} from '#machines/handover/handover.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

export type HandoverStep = HandoverEvent | InternalEvent;

export const arrival: ArrivalView = {
  id: 'in',
  sender: 'MV',
  leiKaId: '99000000000000',
  area: '130740087087',
  data: 'none',
};
const departure: DepartureView = {
  leiKaId: '99000000000001',
  service: 'Probe',
  area: { key: '010020000000', name: 'Kiel' },
  receiver: 'MV',
  portal: 'https://mv.example',
  person: { name: 'Petra', address: 'Kiel' },
};
const wayOut: WayOut = { address: 'https://mv.example/formular/efa?handover=c', portal: 'MV' };
const told: HandedOverView = {
  id: 'out',
  service: 'Probe',
  receiver: 'MV',
  portal: 'https://mv.example',
  startedAt: '2026-11-01T10:00:00Z',
  status: 'OPEN',
  ticketNumber: null,
  submittedAt: null,
  toldAt: '2026-11-01T10:05:00Z',
  lang: 'de',
};

/** A lasting problem, and one that may pass. */
const errors = [{ code: 'handover-ended' }, { code: 'network' }];
export const handoverEnds: Ends<HandoverContext> = {
  openHandover: () => ({ outputs: [arrival], errors }),
  describeDeparture: () => ({ outputs: [departure], errors }),
  handOver: () => ({ outputs: ['out'], errors: [{ code: 'neighbour-unavailable' }] }),
  leave: () => ({ outputs: [wayOut], errors }),
  ask: () => ({ outputs: [told], errors }),
};

const events: readonly HandoverEvent[] = [
  { type: 'person.included', isIncluded: true },
  { type: 'person.included', isIncluded: false },
  { type: 'departure.confirmed' },
  { type: 'viewer.changed' },
  { type: 'retry.requested' },
  { type: 'network.restored' },
];

const trips: readonly Trip[] = [
  { kind: 'arrival', code: 'code' },
  { kind: 'departure', leiKaId: departure.leiKaId, area: departure.area.key },
  { kind: 'passage', id: 'out' },
  { kind: 'return', id: 'out' },
];

export const handoverSubject: Subject<HandoverStep, HandoverContext, HandoverInput> = {
  name: 'handover',
  machine: handoverMachine,
  starts: trips.map((trip) => ({ id: trip.kind, input: { trip, locale: 'de' } })),
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, handoverEnds)],
  abstraction: ({ withPerson, trip }) => ({ withPerson, kind: trip.kind }),
  sentences: {
    ...internalSentences,
    'person.included': ({ isIncluded }) =>
      `name and address of the account are ${isIncluded ? 'to go along' : 'to stay here'}`,
    'departure.confirmed': () => 'the person wants to go to the other portal',
    'viewer.changed': () => 'somebody logs in or out in another window',
    'retry.requested': () => 'the person tries again',
    'network.restored': () => 'the connection is back',
  },
};
