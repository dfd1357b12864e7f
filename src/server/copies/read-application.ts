import type { ServerContext } from '#server/context.ts';
import { openFiles, selectFile } from '#server/files/sealed-file.ts';
import { handInsOf } from '#server/hand-ins/row.ts';
import { mailsOf } from '#server/mails/row.ts';
import { asSeenBy } from '#server/processes/account.ts';
import { type ProcessRow, wholeApplications } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { knownKinds } from '#server/storage/file-kinds.ts';
import { openSubmissionRow, selectSubmission } from '#server/submission/sealed-row.ts';
import type { CopyOf } from './scope.ts';

/** The rows of one application, as of one moment. */
export type ApplicationRows = Awaited<ReturnType<typeof rowsOf>>;

/**
 * Reads one application as of one moment, whatever is changed meanwhile.
 * @returns why there is none: it was erased, or its seal is broken, which is logged
 * @throws as KeyService.unwrap
 */
export const readApplication = (
  context: ServerContext,
  of: CopyOf,
  id: string,
): Promise<ApplicationRows | 'erased' | 'unreadable'> =>
  context.storage.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const there = await trx.selectFrom('process').select('id').where('id', '=', id).executeTakeFirst();
      if (!there) return 'erased';
      const [row] = await wholeApplications(context, trx, [id]);
      return row ? rowsOf(context, trx, of, row) : 'unreadable';
    });

/** Reads the rows of an application. Anything beside it that a broken seal closes is logged, and missing. */
async function rowsOf(context: ServerContext, trx: Trx, of: CopyOf, row: ProcessRow) {
  const { id } = row;
  const submissions = await selectSubmission(trx).where('submission.processId', '=', id).execute();
  const files = await selectFile(trx)
    .where('file.processId', '=', id)
    .where('kind', 'in', knownKinds)
    .orderBy('createdAt')
    .orderBy('file.id')
    .execute();
  return {
    process: [withoutHandle(of.whose === 'login' ? seen(context, of.session, row) : row)],
    submission: await Promise.all(submissions.map((one) => openSubmissionRow(context, trx, one))),
    submissionStep: await trx.selectFrom('submissionStep').selectAll().where('processId', '=', id).execute(),
    payment: await trx.selectFrom('payment').selectAll().where('processId', '=', id).execute(),
    refund: await trx.selectFrom('refund').selectAll().where('processId', '=', id).execute(),
    file: await openFiles(context, files),
    handIn: (await handInsOf(context, trx, [id])).get(id) ?? [],
    mail: await mailsOf(context, trx, [id]),
    journal: await trx.selectFrom('journal').selectAll().where('processId', '=', id).orderBy('id').execute(),
  };
}

function withoutHandle({ applicant, ...row }: ProcessRow) {
  if (applicant === null) return { ...row, applicant };
  const { postboxHandle: _, ...told } = applicant;
  return { ...row, applicant: told };
}

/** Returns an application as this person sees it; of one whose form has left the content without a colleague's account. */
function seen(context: ServerContext, session: Session, row: ProcessRow): ProcessRow {
  const { company, name } = session.identity;
  if (context.content().metadata.has(row.metadataId)) return asSeenBy(context, session, row);
  return company === undefined || row.account?.person === name ? row : { ...row, account: null };
}
