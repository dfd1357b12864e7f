import type { ServerContext } from '#server/context.ts';
import type { DocumentData } from '#server/documents/types.ts';
import type { Attempt } from '#server/payment/attempt.ts';
import { paidAttemptOf } from '#server/payment/attempt.ts';
import { sourceOf } from '#server/processes/account.ts';
import { whoConfirmed } from '#server/processes/confirming-login.ts';
import { documentLocale, factsOf } from '#server/processes/row.ts';
import type { ConfirmingLogin } from '#server/storage/tables.ts';
import { nameOfOwed } from '#server/submission/owed.ts';
import { finishedSteps, type SubmissionRow } from '#server/submission/row.ts';
import { owedBy } from '../owed.ts';
import type { Application } from './application.ts';

/** Returns all data for the documents of a submission, in their language (documentLocale). */
export async function documentData(
  context: ServerContext,
  submission: SubmissionRow,
  { process, metadata, form, files }: Application,
): Promise<DocumentData> {
  const { db } = context.storage;
  const steps = await finishedSteps(db, process.id);
  const paid = await paidAttemptOf(db, process.id);
  const labels = new Map(form.files(process.data).map(({ file, label }) => [file.id, label]));
  const { announcement } = submission;
  const { notice } = factsOf(process);
  const locale = documentLocale(process);
  const login = whoConfirmed(process);
  const owed = submission.owed ?? owedBy(context, { process, metadata }, null);
  const delivered = steps.find(({ step }) => step === 'SUBMIT_DATA_TO_AUTHORITY');
  return {
    locale,
    portalName: context.content().theme.portal.portalName[locale],
    serviceTitle: metadata.title[locale],
    leiKaId: metadata.leiKaId,
    authority: metadata.authority,
    processId: process.id,
    ticketNumber: submission.ticketNumber,
    confirmedAt: (process.confirmedAt ?? context.now()).toISOString(),
    submittedAt: delivered?.finishedAt.toISOString() ?? null,
    confirmedHash: process.confirmedHash ?? '',
    statements: process.statements?.map(({ text }) => text) ?? null,
    applicantName: process.applicant?.name ?? form.applicant(process.data),
    applicantAddress: form.address(process.data),
    applicantCompany: process.applicant?.company ?? null,
    summary: form.summary(process.data, process.proven?.fields),
    source: sourceOf(process.proven),
    notAsked: (process.proven?.notAsked ?? []).map((key) => form.placeOf(key).label),
    confirmedBy: login && confirmedBy(login),
    attachments: files.map((file) => ({
      filename: file.name,
      size: file.size,
      mimeType: file.mimeType,
      sha512: file.sha512,
      fieldLabel: labels.get(file.id) ?? '',
    })),
    payment: paid ? paymentFacts(paid) : null,
    electronicNotice: notice === null ? null : notice === 'accepted',
    delivery: announcement && {
      externalIdType: announcement.kind,
      externalId: announcement.submissionId,
    },
    postboxProvider: submission.postboxSentAt && submission.postbox ? submission.postbox.provider : null,
    steps: steps.map(({ step, outcome, finishedAt }) => ({
      step: step,
      outcome,
      finishedAt: finishedAt.toISOString(),
    })),
    afterwards: metadata.afterwards[locale],
    owed: {
      documents: owed.documents.map((one) => nameOfOwed(one, locale)),
      until: owed.until,
      online: process.userId !== null,
    },
    recalled: form.recalled(process.data),
  };
}

const paymentFacts = (paid: Attempt) => ({
  amountCents: paid.amountCents,
  method: paid.method,
  reference: paid.reference ?? '',
  paidAt: paid.changedAt.toISOString(),
});

const confirmedBy = ({ providerId, trustLevel, at, name }: ConfirmingLogin) => ({
  providerId,
  trustLevel,
  at,
  name,
});
