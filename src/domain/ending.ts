/**
 * What happens to an application without an account when the person ends the session.
 * - `erased`: all of it is deleted at once
 * - `paid`: the same, after a second consent; the money is returned
 * - `sent`: the authority has it and keeps it; the copy here is deleted at once
 * - `sending`: it is being sent and is deleted as soon as that has ended
 * - `payable`: a payment that was begun can still be made; it is deleted when the provider reports that it was not
 */
export const fates = ['erased', 'paid', 'sent', 'sending', 'payable'] as const;
export type Fate = (typeof fates)[number];
