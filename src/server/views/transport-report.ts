import { apiStatuses } from '#machines/sentApplication/sentApplication.selectors.ts';
import type { ServerContext } from '#server/context.ts';
import { filesOf } from '#server/files/store.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { finishedSteps } from '#server/submission/row.ts';
import { readOwned } from '#server/workflow/act.ts';

/** Returns the known facts of a delivery, for its owner, and its process. @throws ProblemError not-found */
export async function transportReport(context: ServerContext, session: Session, messageId: string) {
  const submission = await context.storage.db
    .selectFrom('submission')
    .selectAll()
    .where('messageId', '=', messageId)
    .executeTakeFirst();
  if (!submission) throw new ProblemError('not-found');
  const process = await readOwned(context, session, submission.processId);
  const steps = await finishedSteps(context.storage.db, process.id);
  const hashes = submission.hashes ?? {};
  const uploads = await filesOf(context, process.id, 'upload');
  const report = {
    messageId,
    externalIdType: submission.announcement?.kind ?? ('UNKNOWN' as const),
    externalId: submission.announcement?.submissionId ?? '',
    status: apiStatuses[submission.sentState],
    steps: steps.map(({ step, outcome, finishedAt }) => ({
      step,
      outcome,
      finishedAt: finishedAt.toISOString(),
    })),
    attachments: uploads.flatMap(({ id, name }) =>
      hashes[id] ? [{ filename: name, sha512: hashes[id] }] : [],
    ),
    events: submission.events.map(({ kind, issuer, issuedAt, token }) => ({
      kind,
      issuer,
      issuedAt,
      token,
    })),
  };
  return { process: process.id, report };
}
