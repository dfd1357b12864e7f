/**
 * What becomes of an application without an account when the person ends the session.
 * - `erased`: all of it goes at once
 * - `paid`: the same, after a second consent; the money is returned
 * - `sent`: the authority has it and keeps it; what is here goes at once
 * - `sending`: it is being sent and goes as soon as that has ended
 * - `payable`: a payment that was begun can still be made; it goes when the provider says that it was not
 */
export const fates = ['erased', 'paid', 'sent', 'sending', 'payable'] as const;
export type Fate = (typeof fates)[number];
