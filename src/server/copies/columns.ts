import type { Tables } from '#server/storage/tables.ts';

/**
 * Columns that a copy leaves out, with the reason: what would open something, what is there in another form, and what
 * belongs to nobody that could be found.
 */
export const leftOut: { [T in keyof Tables]?: Partial<Record<keyof Tables[T], string>> } = {
  session: { tokenHash: 'opens the session' },
  accountSession: { account: 'ends the session at the account' },
  handover: {
    codeHash: 'opens the hand-over',
    browserHash: 'opens the hand-over',
    forward: 'opens the hand-over at the other portal',
    jti: 'a number of a message between the portals',
  },
  payment: { checkoutSign: 'proves the return from the payment', context: 'the state of a workflow' },
  refund: {
    proposed: 'names operators, not the person',
    refunded: 'names operators, not the person; the time is here',
  },
  submission: {
    sealed: 'the same application, which only the authority can read',
    context: 'the state of a workflow',
    leaseOwner: 'a program that is sending',
  },
  handIn: {
    sealed: 'the same documents, which only the authority can read',
    context: 'the state of a workflow',
    leaseOwner: 'a program that is sending',
  },
  mail: { context: 'the state of a workflow' },
  fileChunk: { bytes: 'the files are beside the data, in the folder of their application' },
  preview: { jpeg: 'made of the file' },
  loginState: { value: 'not kept by person, for half an hour at most' },
  dailyCount: { subject: 'kept without a person' },
  feedback: { text: 'kept without a person' },
  interruption: { context: 'names operators' },
  unreconciled: {
    id: 'a question to a partner after a restore; the answer is in the application',
    facts: 'a question to a partner after a restore; the answer is in the application',
  },
};

/** Tables with rows of the person. */
export const personTables = [
  'appUser',
  'session',
  'accountSession',
  'handover',
  'expiredDraft',
] as const satisfies readonly (keyof Tables)[];

/** Tables with rows of one application. */
export const applicationTables = [
  'process',
  'submission',
  'submissionStep',
  'payment',
  'refund',
  'file',
  'handIn',
  'mail',
  'journal',
] as const satisfies readonly (keyof Tables)[];

/** Tables that a copy has rows of. */
export const copiedTables = [...personTables, ...applicationTables] as const;
type Copied = (typeof copiedTables)[number];

/** Rows as they are stored, without the columns that are left out. */
export type CopiedRows = Record<string, unknown>[];

/**
 * Numbers by which an account and its postbox recognise the person. No script and no page gets them, so that a stolen
 * session does not have them either (SECURITY.md, L1).
 */
export const withheld = [
  'session.identity.providerData',
  'session.identity.postboxHandle',
  'process.applicant.postboxHandle',
] as const;

/** Returns the rows of some tables without what is left out of a copy. */
export const forCopy = <T extends Copied>(rows: Record<T, readonly object[]>): Record<T, CopiedRows> =>
  Object.fromEntries(
    Object.entries<readonly object[]>(rows).map(([table, some]) => [
      table,
      some.map((row) => without(table as T, row)),
    ]),
  ) as Record<T, CopiedRows>;

const without = (table: Copied, row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(([column]) => column !== 'dataKey' && !(column in (leftOut[table] ?? {}))),
  );
