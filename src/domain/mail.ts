/**
 * Kinds of e-mails: the application was sent; it could not be sent; it could not be delivered to the authority although
 * it was sent; a draft will be deleted soon.
 */
export const mailKinds = ['confirmation', 'notSent', 'notDelivered', 'draftEnds'] as const;
export type MailKind = (typeof mailKinds)[number];

/** States of an e-mail: `waiting` for a try, or an end. */
export const mailStates = ['waiting', 'sent', 'refused', 'givenUp', 'dropped'] as const;
export type MailState = (typeof mailStates)[number];
