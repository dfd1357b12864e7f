import { sql } from 'kysely';
import { reachesLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import { openFiles, selectFile } from '#server/files/sealed-file.ts';
import { handInsOf } from '#server/hand-ins/row.ts';
import { handoversOf } from '#server/handovers/outgoing.ts';
import { mailsOf } from '#server/mails/row.ts';
import { asSeenBy } from '#server/processes/account.ts';
import { notesOf } from '#server/processes/expired-drafts.ts';
import { type ProcessRow, wholeApplications } from '#server/processes/row.ts';
import { allSessionsOf, isSamePerson, type Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { knownKinds } from '#server/storage/file-kinds.ts';
import type { Tables } from '#server/storage/tables.ts';
import { openSubmissionRow, selectSubmission } from '#server/submission/sealed-row.ts';
import { countClosed, judgeAll, type Owner, type PersonalSession, wholePerson } from './staying.ts';

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
  fileChunk: { bytes: 'the files are downloaded with the application' },
  preview: { jpeg: 'made of the file' },
  loginState: { value: 'not kept by person, for half an hour at most' },
  dailyCount: { subject: 'kept without a person' },
  feedback: { text: 'kept without a person' },
  unreconciled: {
    id: 'a question to a partner after a restore; the answer is in the application',
    facts: 'a question to a partner after a restore; the answer is in the application',
  },
};

/** Tables that a copy has rows of. */
export const copiedTables = [
  'appUser',
  'session',
  'accountSession',
  'process',
  'submission',
  'submissionStep',
  'payment',
  'refund',
  'file',
  'handIn',
  'mail',
  'journal',
  'handover',
  'expiredDraft',
] as const satisfies readonly (keyof Tables)[];
type Copied = (typeof copiedTables)[number];

/** A copy of everything that is kept of a person: the rows of each table, without the columns that are left out. */
export type PersonCopy = {
  createdAt: string;
  portal: string;
  /** Applications that this login does not open, by their level: they are missing. */
  closed: ReturnType<typeof countClosed>;
  leftOut: typeof leftOut;
  withheld: typeof withheld;
  tables: Record<Copied, Record<string, unknown>[]>;
};

const without = (table: Copied, rows: readonly object[]): Record<string, unknown>[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([column]) => column !== 'dataKey' && !(column in (leftOut[table] ?? {}))),
    ),
  );

/**
 * The extent of a copy: everything of a person that their login may see; everything of a person, for operators; or one
 * application, for operators.
 */
export type CopyOf =
  | { whose: 'login'; session: PersonalSession }
  | { whose: 'person'; userId: string }
  | { whose: 'application'; processId: string };

/**
 * Reads everything that a copy is of, as of one moment, whatever is changed meanwhile. A login sees of a company nothing
 * that its account said about colleagues, and not their logins.
 */
export function copyOf(context: ServerContext, of: CopyOf): Promise<PersonCopy> {
  return context.storage.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const judged = await judgedOf({ ...context, storage: { ...context.storage, db: trx } }, of);
      const ids =
        judged === null
          ? [(of as { processId: string }).processId]
          : [...judged.goes, ...judged.stays.map(({ standing }) => standing)].map(({ id }) => id);
      const applications = await wholeApplications(context, trx, ids);
      const rows: Record<Copied, readonly object[]> = {
        ...(await besidePerson(context, trx, of)),
        process: applications.map((row) =>
          withoutHandle(of.whose === 'login' ? seen(context, of.session, row) : row),
        ),
        ...(await besideApplications(context, trx, ids)),
      };
      const tables = Object.fromEntries(copiedTables.map((table) => [table, without(table, rows[table])]));
      return {
        createdAt: context.now().toISOString(),
        portal: context.config.PUBLIC_URL,
        closed: countClosed(context, judged?.closed ?? []),
        leftOut,
        withheld,
        tables: tables as PersonCopy['tables'],
      };
    });
}

const judgedOf = async (context: ServerContext, of: CopyOf) =>
  of.whose === 'application' ? null : judgeAll(context, ownerOf(of), null);

const ownerOf = (of: Exclude<CopyOf, { whose: 'application' }>): Owner =>
  of.whose === 'login' ? of.session : wholePerson(of.userId);

/** Reads what is kept of a person beside their applications. */
async function besidePerson(context: ServerContext, trx: Trx, of: CopyOf) {
  if (of.whose === 'application')
    return { appUser: [], session: [], accountSession: [], handover: [], expiredDraft: [] };
  const { userId, identity } = ownerOf(of);
  const sessions = (await allSessionsOf(context, trx, userId)).filter((one) =>
    isSamePerson(identity, one.identity),
  );
  return {
    appUser: await trx.selectFrom('appUser').selectAll().where('id', '=', userId).execute(),
    session: sessions.map(withoutNumbers),
    accountSession: await trx
      .selectFrom('accountSession')
      .selectAll()
      .where(sql<boolean>`session_id = any(${sessions.map(({ id }) => id)}::uuid[])`)
      .execute(),
    handover: (await handoversOf(context, trx, userId)).filter(
      ({ madeAtLevel }) => madeAtLevel === null || reachesLevel(identity.trustLevel, madeAtLevel),
    ),
    expiredDraft: await notesOf(trx, userId),
  };
}

/**
 * Numbers by which an account and its postbox recognise the person. No script and no page gets them, so that a stolen
 * session does not have them either (SECURITY.md, L1).
 */
const withheld = [
  'session.identity.providerData',
  'session.identity.postboxHandle',
  'process.applicant.postboxHandle',
] as const;

function withoutNumbers({ identity, ...session }: Session) {
  const { providerData: _, postboxHandle: __, ...told } = identity;
  return { ...session, identity: told };
}

function withoutHandle({ applicant, ...row }: ProcessRow) {
  if (applicant === null) return { ...row, applicant };
  const { postboxHandle: _, ...told } = applicant;
  return { ...row, applicant: told };
}

/** Returns an application as this person sees it; of one whose form has left the content without a colleague's account. */
function seen(context: ServerContext, session: PersonalSession, row: ProcessRow): ProcessRow {
  const { company, name } = session.identity;
  if (context.content().metadata.has(row.metadataId)) return asSeenBy(context, session, row);
  return company === undefined || row.account?.person === name ? row : { ...row, account: null };
}

/** Reads what belongs to these applications. What a broken seal closes is logged, and missing. */
async function besideApplications(context: ServerContext, trx: Trx, ids: readonly string[]) {
  const of = (table: string) => sql<boolean>`${sql.ref(`${table}.processId`)} = any(${ids}::uuid[])`;
  const submissions = await selectSubmission(trx).where(of('submission')).execute();
  const files = await selectFile(trx).where(of('file')).where('kind', 'in', knownKinds).execute();
  return {
    submission: await Promise.all(submissions.map((row) => openSubmissionRow(context, trx, row))),
    submissionStep: await trx.selectFrom('submissionStep').selectAll().where(of('submissionStep')).execute(),
    payment: await trx.selectFrom('payment').selectAll().where(of('payment')).execute(),
    refund: await trx.selectFrom('refund').selectAll().where(of('refund')).execute(),
    file: await openFiles(context, files),
    handIn: [...(await handInsOf(context, trx, ids)).values()].flat(),
    mail: await mailsOf(context, trx, ids),
    journal: await trx.selectFrom('journal').selectAll().where(of('journal')).orderBy('id').execute(),
  };
}
