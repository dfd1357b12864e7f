/**
 * Reasons why an application cannot be removed from the portal yet.
 * - `sending`: it is being sent
 * - `unfinished`: the authority has it, and the receipt is still missing
 * - `paying`: a payment for it can still be made, or its outcome is not known
 * - `paid`: a draft with money on record, whose person has not agreed to give it up with that money
 * - `refunding`: its money was noted a short time ago to be returned
 * - `handIn`: documents that were handed in are on their way
 */
export const stayReasons = ['sending', 'unfinished', 'paying', 'paid', 'refunding', 'handIn'] as const;
export type StayReason = (typeof stayReasons)[number];
