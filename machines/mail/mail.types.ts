export type MailContext = {
  /** Number of tries that failed. */
  tries: number;
  /** Moment of the next try (ISO 8601 in UTC with milliseconds, so that moments compare as text). */
  nextTryAt: string;
  /** Moment after which the e-mail is not tried any more. */
  tryUntil: string;
  /** Short code of the last failure, for operators; null while all is well. It names no address. */
  problem: string | null;
};

export type MailInput = Pick<MailContext, 'nextTryAt' | 'tryUntil'>;

/** Reports of a try, and the end of an e-mail that says nothing true any more. */
export type MailEvent =
  /** The mail server has taken it. */
  | { type: 'mail.accepted' }
  /** The mail server refuses it for good, for example because there is no such address. */
  | { type: 'mail.refused'; problem: string }
  /** The mail server does not take it now. */
  | { type: 'mail.deferred'; problem: string; nextTryAt: string }
  /** The e-mail would say something that is not true any more, or it has no address. */
  | { type: 'mail.outdated' };
export type MailEventType = MailEvent['type'];
