/** Facts in the course of a sent application that its person is told, in the order in which they follow each other. */
export const sentFacts = [
  'paid',
  'sent',
  'messageSent',
  'documentsReady',
  'notified',
  'forwarded',
  'accepted',
  'rejected',
  'deleted',
] as const;
export type SentFact = (typeof sentFacts)[number];
