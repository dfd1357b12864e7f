import type { Locale } from './locale.ts';

/**
 * A hand-over: one person with one service, sent from one portal to another. `in` was sent to this portal, `out` was
 * sent by it.
 */
export const handoverDirections = ['in', 'out'] as const;
export type HandoverDirection = (typeof handoverDirections)[number];

/** Status of an application that was handed over, in messages between the portals. */
export const handoverStatuses = ['OPEN', 'SUBMITTED', 'ENDED'] as const;
export type HandoverStatus = (typeof handoverStatuses)[number];

/** Result that a person brings back to the sender, in the address; the sender asks for the true one. */
export const handoverResults = ['SUBMITTED', 'CANCELLED', 'OPEN'] as const;
export type HandoverResult = (typeof handoverResults)[number];

/** State of the data of a hand-over: there was none, it fits the form, or it does not. */
export const handedDataStates = ['none', 'fits', 'unfit'] as const;
export type HandedDataState = (typeof handedDataStates)[number];

/** Reasons for refusing a hand-over from another portal; reported to that portal, and to the security log. */
export const handoverFaults = [
  'malformed',
  'too-large',
  'unknown-sender',
  'bad-signature',
  'wrong-audience',
  'too-old',
  'replayed',
  'return-address',
  'service-unknown',
  'place-unknown',
  'not-offered',
] as const;
export type HandoverFault = (typeof handoverFaults)[number];

/** Attributes of a person from an account that may go along to another portal, with their consent. */
export const handedPersonFields = [
  'salutation',
  'givenName',
  'familyName',
  'streetAddress',
  'postalCode',
  'locality',
  'country',
] as const;

/** Origin of an application, and the portal to which its person can return. */
export type HandoverOrigin = { id: string; sender: string };

/** A hand-over that has arrived in a person's browser. */
export type ArrivalView = HandoverOrigin & {
  leiKaId: string;
  area: string;
  data: HandedDataState;
};

/** The question to a person before they leave for another portal. */
export type DepartureView = {
  leiKaId: string;
  service: string;
  area: { key: string; name: string };
  receiver: string;
  /** Address of the other portal, as people know it. */
  portal: string;
  /** Name and address of the account, to be handed over with consent; null if there is none. */
  person: { name: string; address: string } | null;
};

/** An application that another portal runs, as far as that portal reports it. */
export type HandedOverView = {
  id: string;
  service: string;
  receiver: string;
  portal: string;
  startedAt: string;
  /** Null until the first report of the other portal. */
  status: HandoverStatus | null;
  ticketNumber: string | null;
  submittedAt: string | null;
  /** Time of the other portal's report. */
  toldAt: string | null;
  lang: Locale;
};
