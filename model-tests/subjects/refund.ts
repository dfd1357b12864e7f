import type { RefundOperator } from '#domain/refund-steps.ts';
import { refundMachine } from '#machines/refund/refund.machine.ts';
import type {
  RefundContext,
  RefundEvent,
  RefundEventType,
  RefundInput,
} from '#machines/refund/refund.types.ts';
import type { Subject } from '../paths/subject.ts';

/** Operators of the stand-in: two who may repair, one who may only look, and whoever has the token. */
export const refundOperators = {
  jensen: { by: { subject: 'jensen', name: 'Kirsten Jensen' }, mayRepair: true },
  boysen: { by: { subject: 'boysen', name: 'Malte Boysen' }, mayRepair: true },
  thomsen: { by: { subject: 'thomsen', name: 'Wiebke Thomsen' }, mayRepair: false },
  token: { by: null, mayRepair: true },
} as const satisfies Record<string, { by: RefundOperator; mayRepair: boolean }>;

const types: readonly RefundEventType[] = [
  'refund.marked',
  'refund.proposed',
  'refund.confirmed',
  'refund.discarded',
];

const events: readonly RefundEvent[] = types.flatMap((type) =>
  Object.values(refundOperators).map((operator) => ({
    type,
    ...operator,
    at: '2026-11-28T06:00:00.000Z',
    note: 'Nr. 4711',
  })),
);

const named = ({ by }: RefundEvent): string => by?.name ?? 'whoever has the token';

export const refundSubject: Subject<RefundEvent, RefundContext, RefundInput> = {
  name: 'refund',
  machine: refundMachine,
  starts: [
    { id: 'one operator is enough', input: { byTwo: false } },
    { id: 'two operators are needed', input: { byTwo: true } },
  ],
  events: () => events,
  abstraction: ({ byTwo, proposed }) => ({
    byTwo,
    proposedBy: proposed && (proposed.by?.subject ?? 'token'),
  }),
  sentences: {
    'refund.marked': (event) => `${named(event)} notes that the money was refunded`,
    'refund.proposed': (event) => `${named(event)} proposes to note it as refunded`,
    'refund.confirmed': (event) => `${named(event)} confirms the proposal`,
    'refund.discarded': (event) => `${named(event)} discards the proposal`,
  },
};
