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
