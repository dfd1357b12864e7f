/**
 * Fate of an application without an account when the person ends the session.
 * - `erased`: all of it is deleted immediately
 * - `paid`: deleted as well, but only after a second consent; the money is returned
 * - `sent`: the authority has it and keeps it; the copy here is deleted immediately
 * - `sending`: it is being sent and is deleted as soon as that has ended
 * - `payable`: an open payment can still be made; it is deleted when the provider reports that it was not
 */
export const fates = ['erased', 'paid', 'sent', 'sending', 'payable'] as const;
export type Fate = (typeof fates)[number];
