/**
 * Reasons for which an operator ends the tries to deliver something, as its person is told: `away`, the authority's
 * delivery service is away for longer; `notTaken`, the authority's system does not take it as it is.
 */
export const giveUpReasons = ['away', 'notTaken'] as const;
export type GiveUpReason = (typeof giveUpReasons)[number];

/** Short name of the failure that an operator has declared. */
export const GIVEN_UP = 'GivenUp';
