import type { Locale } from './locale.ts';

/**
 * A hand-over: one person with one service, sent from one portal to another. `in` was sent to this portal, `out` was
 * sent by it.
 */
export const handoverDirections = ['in', 'out'] as const;
export type HandoverDirection = (typeof handoverDirections)[number];

/** How an application that was handed over stands, as the portals tell each other. */
export const handoverStatuses = ['OPEN', 'SUBMITTED', 'ENDED'] as const;
export type HandoverStatus = (typeof handoverStatuses)[number];

/** What a person brings back to the sender, in the address; the sender asks for what is true. */
export const handoverResults = ['SUBMITTED', 'CANCELLED', 'OPEN'] as const;
export type HandoverResult = (typeof handoverResults)[number];

/** What became of the data that came with a hand-over: there was none, it fits the form, or it does not. */
export const handedDataStates = ['none', 'fits', 'unfit'] as const;
export type HandedDataState = (typeof handedDataStates)[number];

/** Why a hand-over is not taken from another portal; told to it, and to the security log. */
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

/** What an account says about a person that may go along to another portal, with their consent. */
export const handedPersonFields = [
  'salutation',
  'givenName',
  'familyName',
  'streetAddress',
  'postalCode',
  'locality',
  'country',
] as const;

/** Where an application came from, and where its person can go back to. */
export type HandoverOrigin = { id: string; sender: string };

/** A hand-over that has arrived in a person's browser. */
export type ArrivalView = HandoverOrigin & {
  leiKaId: string;
  area: string;
  data: HandedDataState;
};

/** What a person is asked before they leave for another portal. */
export type DepartureView = {
  leiKaId: string;
  service: string;
  area: { key: string; name: string };
  receiver: string;
  /** Address of the other portal, as people know it. */
  portal: string;
  /** Name and address of the account, to be handed over with consent; null when there is none. */
  person: { name: string; address: string } | null;
};

/** An application that another portal runs, as far as that portal tells. */
export type HandedOverView = {
  id: string;
  service: string;
  receiver: string;
  portal: string;
  startedAt: string;
  /** Null until the other portal has told anything. */
  status: HandoverStatus | null;
  ticketNumber: string | null;
  submittedAt: string | null;
  /** When the other portal told this. */
  toldAt: string | null;
  lang: Locale;
};
