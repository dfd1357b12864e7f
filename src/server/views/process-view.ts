import type { ProcessView, ResultView } from '#contract/process.ts';
import type { Locale } from '#domain/locale.ts';
import { type StepOutcome, submissionSteps } from '#domain/submission-step.ts';
import type { KeptOffer } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { openForm } from '#server/engines/engines.ts';
import { handInsOf } from '#server/hand-ins/row.ts';
import { confirmationOf } from '#server/mails/row.ts';
import type { Attempt } from '#server/payment/attempt.ts';
import { viewState } from '#server/payment/attempt.ts';
import { returnedOf } from '#server/payment/refund.ts';
import { isSent } from '#server/processes/admission.ts';
import { offerOf } from '#server/processes/kept-offer.ts';
import { documentLocale, factsOf, type ProcessRow } from '#server/processes/row.ts';
import { DATA_UNFIT, SCHEMA_NOT_OFFERED } from '#server/submission/fit-connect/errors.ts';
import { owesDocuments } from '#server/submission/owed.ts';
import { machineRow, type SubmissionRow, submissionOf } from '#server/submission/row.ts';

import { documentsOf } from './document-list.ts';
import { handoverOriginOf } from './handovers.ts';
import { assertHasForm } from './left-draft.ts';
import { owedView } from './owed-view.ts';
import { recipientView } from './recipient-view.ts';
import { coursesOf } from './sent-course.ts';

/**
 * Returns a process as its owner sees it, texts in the requested language.
 * @throws ProblemError form-not-found for a draft whose form has left the content
 */
export async function processView(
  context: ServerContext,
  row: ProcessRow,
  locale: Locale = row.locale,
): Promise<ProcessView> {
  const { db } = context.storage;
  // Nobody can go on with a draft without its form; what was sent stays as it is.
  if (!isSent(row)) await assertHasForm(context, row);
  const facts = factsOf(row);
  const [attempt, submission, origin, offer] = await Promise.all([
    db
      .selectFrom('payment')
      .selectAll()
      .where('processId', '=', row.id)
      .orderBy('attempt', 'desc')
      .limit(1)
      .executeTakeFirst(),
    submissionOf(context, db, row.id),
    handoverOriginOf(context, row.id, locale),
    offerOf(context, row),
  ]);
  const { metadata } = offer;
  const returned = facts.refundDueCents > 0 ? (await returnedOf(db, [row.id])).get(row.id) : undefined;
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    statusChanged: row.statusChanged.toISOString(),
    fmsFormId: metadata.fmsFormId,
    metadataId: metadata.metadataId,
    messageId: submission?.messageId ?? null,
    paymentCheckoutSign: attempt?.checkoutSign ?? null,
    paymentAmount: facts.feeCents > 0 ? facts.feeCents : null,
    paymentMethod: attempt?.method ?? null,
    postboxSent: submission?.postboxSentAt != null,
    ...recipientView(offer, row, locale),
    locale: row.locale,
    availableUntil: row.availableUntil.toISOString(),
    responsibleDataProcessingUnitId: row.responsibleDataProcessingUnitId,
    page: row.page,
    facts,
    ...(returned && { returned }),
    payment: attempt ? paymentView(context, attempt) : null,
    submission: submission ? await submissionView(context, submission) : null,
    result:
      submission && row.status === 'SUBMITTED'
        ? await resultView(context, row, submission, offer, locale)
        : null,
    ...(origin && { origin }),
  };
}

const paymentView = (context: ServerContext, attempt: Attempt): ProcessView['payment'] => ({
  state: viewState(attempt.state),
  amountCents: attempt.amountCents,
  currency: context.paymentProvider.currency,
  method: attempt.method,
  reference: attempt.reference,
  redirectUrl: attempt.state === 'pending' ? attempt.redirectUrl : null,
  changedAt: attempt.changedAt.toISOString(),
});

type Retry = NonNullable<NonNullable<ProcessView['submission']>['retry']>;

async function submissionView(context: ServerContext, row: SubmissionRow) {
  const outcomes = await finishedSteps(context, row.processId);
  const { nextTryAt, tryUntil, problem, givenUp } = machineRow(row).context;
  const reason: Retry['reason'] =
    problem === SCHEMA_NOT_OFFERED || problem === DATA_UNFIT ? 'notTaken' : 'partnerAway';
  return {
    step: row.state,
    ticketNumber: row.ticketNumber,
    ...(givenUp && { givenUp }),
    retry: tryUntil === null ? null : { reason, nextTryAt, tryUntil },
    finished: submissionSteps.flatMap((step) => {
      const outcome = outcomes.get(step);
      return outcome ? [{ step, outcome }] : [];
    }),
  };
}

/** Returns the steps that have ended, and their outcomes. */
async function finishedSteps(
  context: ServerContext,
  processId: string,
): Promise<ReadonlyMap<string, StepOutcome>> {
  const rows = await context.storage.db
    .selectFrom('submissionStep')
    .select(['step', 'outcome'])
    .where('processId', '=', processId)
    .execute();
  return new Map(rows.map(({ step, outcome }) => [step, outcome]));
}

async function resultView(
  context: ServerContext,
  row: ProcessRow,
  submission: SubmissionRow,
  offer: KeptOffer,
  locale: Locale,
): Promise<ResultView> {
  const [documents, steps, course, mailState, handIns] = await Promise.all([
    documentsOf(context, [row.id]),
    finishedSteps(context, row.id),
    coursesOf(context, [row.id]),
    confirmationOf(context.storage.db, row.id),
    handInsOf(context, context.storage.db, owesDocuments(submission) ? [row.id] : []),
  ]);
  const facts = factsOf(row);
  return {
    ...course(row.id, submission, offer.processingTime),
    ticketNumber: submission.ticketNumber,
    submittedAt: (submission.submittedAt ?? row.statusChanged).toISOString(),
    paymentAmount: facts.paidCents > 0 ? facts.paidCents : null,
    postbox: steps.get('SUBMIT_DATA_TO_POSTBOX') ?? null,
    postboxProvider: submission.postboxSentAt ? submission.postbox!.provider : null,
    externalIdType: submission.announcement!.kind,
    externalId: submission.announcement!.submissionId,
    mail: row.mailTo !== null && mailState !== null ? { to: row.mailTo, state: mailState } : null,
    owed: owedView(context, row, submission, handIns.get(row.id) ?? [], locale),
    recalled: submission.recalled ?? recalledIn(context, row, offer),
    downloadsUntil: (submission.downloadsUntil ?? row.availableUntil).toISOString(),
    documentsLang: documentLocale(row),
    documents: documents.get(row.id) ?? [],
  };
}

/** Returns the answers that the person needs again, where an earlier version has sent them and the form is still there. */
function recalledIn(context: ServerContext, { data }: ProcessRow, { metadata }: KeptOffer) {
  const recalled = (locale: Locale) => openForm(context.content(), metadata, locale)?.recalled(data) ?? [];
  return { de: recalled('de'), en: recalled('en') };
}
