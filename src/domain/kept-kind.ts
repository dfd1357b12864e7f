/** Kinds of data that the portal keeps of a person, in the order in which they are shown. */
export const keptKinds = [
  'drafts',
  'sent',
  'files',
  'payments',
  'mails',
  'handIns',
  'handovers',
  'notes',
  'logins',
] as const;
export type KeptKind = (typeof keptKinds)[number];
