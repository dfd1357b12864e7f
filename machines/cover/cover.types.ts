export type CoverEvent =
  /** The session ended by time: perhaps the person has gone, perhaps they are still here. */
  | { type: 'session.expired' }
  /** The person logged out, in this window or elsewhere. */
  | { type: 'session.left' }
  /** The person of an account is logged in again. */
  | { type: 'session.renewed' }
  /** The person wants to see their entries. */
  | { type: 'look.requested' }
  /** The person has seen their entries. */
  | { type: 'look.ended' }
  /** The device slept or the tab was hidden. */
  | { type: 'clock.woke' };
