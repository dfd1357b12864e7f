import type { ArrivalView, DepartureView, HandedOverView, WayOut } from '#contract/handover.ts';
import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';

/**
 * Position of a person between two portals: arriving with a code, about to leave for another portal with a service at a
 * place, on the way to the other portal (`passage`), or back from there.
 */
export type Trip =
  | { kind: 'arrival'; code: string }
  | { kind: 'departure'; leiKaId: string; area: string }
  | { kind: 'passage'; id: string }
  | { kind: 'return'; id: string };

export type HandoverInput = { trip: Trip; locale: Locale };

export type HandoverContext = HandoverInput & {
  arrival: ArrivalView | null;
  departure: DepartureView | null;
  /** Whether name and address of the account go along: only after an explicit yes. */
  withPerson: boolean;
  wayOut: WayOut | null;
  /** The other portal's report about the application. */
  told: HandedOverView | null;
  problem: Problem | null;
};

export type HandoverEvent =
  /** The box for name and address was ticked or cleared. */
  | { type: 'person.included'; isIncluded: boolean }
  /** The person wants to go to the other portal. */
  | { type: 'departure.confirmed' }
  /** Somebody has logged in or out. */
  | { type: 'viewer.changed' }
  | { type: 'retry.requested' }
  | { type: 'network.restored' };
