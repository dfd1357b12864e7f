/**
 * States of a hand-in: `waiting` until the authority has it, `delivered`, or `failed` once nobody tries any more and the
 * person can have it tried again.
 */
export const handInStates = ['waiting', 'delivered', 'failed'] as const;
export type HandInState = (typeof handInStates)[number];
