/**
 * Behaviour of the mail server. away: hangs up. silent: never greets. slow: greets bit by bit, forever. plain: offers no
 * TLS. forged: shows a certificate that nobody trusts. locked: refuses the login. unknown: there is no such address
 * (5.1.1). content: refuses what is written (5.7.1). greylists: not now, come back (4.7.1). full: the mailbox is full
 * (4.2.2). hangs: no answer to the recipient. drops: hangs up in the middle of the mail. loses: keeps the mail and hangs
 * up instead of the answer. withholds: keeps the mail and never answers.
 */
export const mailBehaviours = [
  'works',
  'away',
  'silent',
  'slow',
  'plain',
  'forged',
  'locked',
  'unknown',
  'content',
  'greylists',
  'full',
  'hangs',
  'drops',
  'loses',
  'withholds',
] as const;
export type MailBehaviour = (typeof mailBehaviours)[number];

/** An answer of SMTP; the address is in it, as most servers write it. */
export type Refusal = { code: number; text: (address: string) => string };

/** Refusals of a recipient. */
export const recipientRefusals: Partial<Record<MailBehaviour, Refusal>> = {
  unknown: { code: 550, text: (address) => `5.1.1 <${address}>: no such mailbox here` },
  greylists: { code: 451, text: (address) => `4.7.1 <${address}>: greylisted, try again later` },
  full: { code: 452, text: (address) => `4.2.2 <${address}>: mailbox full` },
};
