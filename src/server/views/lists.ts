import type { CountByLevel, DraftView, SentView } from '#contract/personal-area.ts';
import type { ProcessFacts } from '#contract/process.ts';
import type { Locale } from '#domain/locale.ts';
import { type RaisedLevel, reachesLevel } from '#domain/trust-level.ts';
import { feeIsDue } from '#machines/process/process.selectors.ts';
import { authorityView } from '#server/content/metadata-view.ts';
import { areaName } from '#server/content/places/places.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { openForm } from '#server/engines/engines.ts';
import { handInsOf } from '#server/hand-ins/row.ts';
import { ownMailAddress } from '#server/mails/own-address.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';
import { levelToOpen } from '#server/processes/admission.ts';
import { formStep } from '#server/processes/form-step.ts';
import { repeatStanding } from '#server/processes/repeat-standing.ts';
import { documentLocale, factsOf, isRunning, nextStepOf, type ProcessRow } from '#server/processes/row.ts';
import { openProcesses, selectProcess } from '#server/processes/sealed-row.ts';
import type { Session } from '#server/sessions/session.ts';
import { owesDocuments } from '#server/submission/owed.ts';
import type { SubmissionRow } from '#server/submission/row.ts';
import { openSubmissionRow, submissionKey } from '#server/submission/sealed-row.ts';
import { readForReader } from '#server/submission/status.ts';
import { documentsOf } from './document-list.ts';
import { owedView } from './owed-view.ts';
import { coursesOf } from './sent-course.ts';

/**
 * Returns the person's drafts, latest change first. A login sees the drafts of its own trust level and below (spec
 * section 6).
 * @throws ProblemError login-required
 */
export async function listDrafts(
  context: ServerContext,
  session: Session,
  query: { locale: Locale; leiKaId?: string; authorityKeys?: string[] },
): Promise<DraftView[]> {
  const drafts = withMetadata(context, await openDrafts(context, session));
  const retries = await retriesOf(
    context,
    drafts.map(({ row }) => row.id),
  );
  const cancelled = await cancelledPayments(
    context,
    drafts.map(({ row }) => row).filter(({ status }) => status === 'PAYMENT_FAILURE'),
  );
  return drafts
    .filter(({ row, metadata }) => isOpen(session, row, metadata))
    .filter(({ metadata }) => !query.leiKaId || metadata.leiKaId === query.leiKaId)
    .filter(({ metadata }) => !query.authorityKeys || query.authorityKeys.includes(metadata.authority.id))
    .map(({ row, metadata }) => ({
      row,
      metadata,
      form: openForm(context.content(), metadata, query.locale),
    }))
    .map(({ row, metadata, form }) => ({
      id: row.id,
      version: row.version,
      status: row.status,
      statusChanged: (row.status === 'EDITING' ? row.updatedAt : row.statusChanged).toISOString(),
      lastUpdated: row.updatedAt.toISOString(),
      availableUntil: row.availableUntil.toISOString(),
      trustLevel: levelToOpen(row, metadata),
      metadataId: metadata.metadataId,
      leiKaId: metadata.leiKaId,
      serviceName: metadata.title[query.locale],
      authorityName: metadata.authority.name[query.locale],
      areaName: areaName(context.content(), row.areaKey),
      ...progressOf(row),
      step: formStep(form, row),
      mail: mailOf(context, form, row),
      tryUntil: retries.get(row.id) ?? null,
      ...(cancelled.has(row.id) && { paymentCancelled: true as const }),
    }));
}

/** Returns the address of the e-mail before a draft is deleted (use-cases/remind-of-drafts.ts); null for none. */
function mailOf(context: ServerContext, form: EngineForm | null, row: ProcessRow): DraftView['mail'] {
  const to = form && !factsOf(row).running ? ownMailAddress(context, form, row.data) : null;
  return to === null ? null : { to, wanted: row.wantsMails };
}

/**
 * Counts the person's drafts and sent applications that need a higher trust level than this login's, by that level.
 * Nothing else is revealed about them, not even their services.
 * @throws ProblemError login-required
 */
export async function countClosed(
  context: ServerContext,
  session: Session,
): Promise<Record<'drafts' | 'sent', CountByLevel>> {
  const drafts = await openDrafts(context, session);
  const sent = await sentProcesses(context, session).execute();
  return { drafts: closedAt(context, session, drafts), sent: closedAt(context, session, sent) };
}

type Leveled = Pick<ProcessRow, 'id' | 'metadataId' | 'status' | 'context' | 'madeAtLevel'>;

function closedAt(context: ServerContext, session: Session, rows: Leveled[]) {
  const levels = withMetadata(context, rows)
    .filter(({ row, metadata }) => !isOpen(session, row, metadata))
    .map(({ row, metadata }) => levelToOpen(row, metadata));
  const at = (level: RaisedLevel) => levels.filter((one) => one === level).length;
  return { substantial: at('substantial'), high: at('high') };
}

const isOpen = (session: Session, row: Leveled, metadata: Metadata): boolean =>
  reachesLevel(session.identity.trustLevel, levelToOpen(row, metadata));

async function openDrafts(context: ServerContext, session: Session): Promise<ProcessRow[]> {
  const { db } = context.storage;
  const rows = await selectProcess(db)
    .where('userId', '=', personOf(session))
    .where('status', '!=', 'SUBMITTED')
    .where((eb) => eb.or([eb('availableUntil', '>', context.now()), isRunning]))
    .orderBy('updatedAt', 'desc')
    .execute();
  return openProcesses(context, db, rows);
}

/** Returns the applications whose last attempt to pay was cancelled by the person, by their ids. */
async function cancelledPayments(context: ServerContext, rows: ProcessRow[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const attempts = await context.storage.db
    .selectFrom('payment')
    .select(['processId', 'state'])
    .where(
      'processId',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('attempt')
    .execute();
  // The last one of each application counts.
  const last = new Map(attempts.map(({ processId, state }) => [processId, state]));
  return new Set(rows.map(({ id }) => id).filter((id) => last.get(id) === 'cancelled'));
}

/** Returns the end of retries for each application that could not be sent yet. */
async function retriesOf(context: ServerContext, ids: string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await context.storage.db
    .selectFrom('submission')
    .select(['processId', 'context'])
    .where('processId', 'in', ids)
    .execute();
  return new Map(
    rows.flatMap(({ processId, context: facts }) => {
      const { tryUntil } = facts;
      return tryUntil === null ? [] : [[processId, tryUntil] as const];
    }),
  );
}

/** Returns the next step, and the money involved. */
function progressOf(row: ProcessRow) {
  const facts = factsOf(row);
  return {
    nextStep: nextStepOf(row),
    running: facts.running,
    feeDueCents: feeIsDue(facts) ? facts.feeCents : 0,
    paidCents: facts.paidCents,
    refundDueCents: facts.refundDueCents,
  };
}

/** Returns when the authority's unseen answer was given, by its signed event. */
const newsSince = ({ unseenSince, sentContext }: Pick<SubmissionRow, 'unseenSince' | 'sentContext'>) =>
  unseenSince && (sentContext.lastEventAt ?? unseenSince.toISOString());

/** Returns how the notice comes, where the form lets people choose it. */
function noticeWay({ noticeAllowed, notice, hasPostbox }: ProcessFacts): SentView['notice'] {
  if (!noticeAllowed) return null;
  return notice === 'accepted' && hasPostbox ? 'postbox' : 'post';
}

const sentProcesses = (context: ServerContext, session: Session) =>
  context.storage.db
    .selectFrom('process')
    .select(['process.id', 'process.metadataId', 'process.status', 'process.context', 'process.madeAtLevel'])
    .where('process.userId', '=', personOf(session))
    .where('process.status', '=', 'SUBMITTED');

/**
 * Returns the person's sent applications that this login may see, newest first; the others are only counted
 * (countClosed).
 * @throws ProblemError login-required
 */
export async function listSent(
  context: ServerContext,
  session: Session,
  locale: Locale,
): Promise<SentView[]> {
  const all = await sentProcesses(context, session)
    .innerJoin('submission', 'submission.processId', 'process.id')
    .select([
      'process.areaKey',
      'process.userId',
      'process.locale',
      'process.confirmedLocale',
      'submission.messageId',
      'submission.ticketNumber',
      'submission.announcement',
      'submission.submittedAt',
      'submission.postboxSentAt',
      'submission.downloadsUntil',
      'submission.events',
      'submission.sentState',
      'submission.sentContext',
      'submission.unseenSince',
      'submission.statusCheckedAt',
      'submission.owed',
      'submission.processId',
    ])
    .select(submissionKey)
    .orderBy('submission.submittedAt', 'desc')
    .execute();
  const sent = await Promise.all(all.map((row) => openSubmissionRow(context, context.storage.db, row)));
  const open = withMetadata(context, sent).filter(({ row, metadata }) => isOpen(session, row, metadata));
  const ids = open.map(({ row }) => row.id);
  await readForReader(
    context,
    open.map(({ row }) => row),
  );
  const documents = await documentsOf(context, ids);
  const course = await coursesOf(context, ids);
  const owing = open.filter(({ row }) => owesDocuments(row)).map(({ row }) => row.id);
  const handIns = await handInsOf(context, context.storage.db, owing);
  return open.map(({ row, metadata }) => {
    return {
      id: row.id,
      ...course(row.id, row, { areaKey: row.areaKey, leiKaId: metadata.leiKaId }),
      externalIdType: row.announcement!.kind,
      externalId: row.announcement!.submissionId,
      messageId: row.messageId,
      ticketNumber: row.ticketNumber,
      name: metadata.title[locale],
      authority: authorityView(metadata.authority, locale),
      submissionDate: row.submittedAt!.toISOString(),
      afterwards: metadata.afterwards[locale],
      notice: noticeWay(factsOf(row)),
      newsSince: newsSince(row),
      repeat: repeatStanding(context, row, row),
      owed: owedView(context, row, row, handIns.get(row.id) ?? [], locale),
      downloadsUntil: row.downloadsUntil!.toISOString(),
      documentsLang: documentLocale(row),
      documents: documents.get(row.id) ?? [],
    };
  });
}

/** Leaves out applications whose form is no longer in the content, which must not break the whole list. */
function withMetadata<R extends { id: string; metadataId: string }>(context: ServerContext, rows: R[]) {
  return rows.flatMap((row) => {
    const metadata = context.content().metadata.get(row.metadataId);
    if (!metadata) context.log.warn({ processId: row.id, metadataId: row.metadataId }, 'form not in content');
    return metadata ? [{ row, metadata }] : [];
  });
}

function personOf(session: Session): string {
  if (session.userId === null) throw new ProblemError('login-required');
  return session.userId;
}
