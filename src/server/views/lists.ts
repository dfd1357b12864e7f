import type { Draft, SentApplication } from '#contract/process.ts';
import { levelNeeded } from '#domain/admission.ts';
import type { Locale } from '#domain/locale.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import { feeIsDue } from '#machines/process/process.selectors.ts';
import { apiStatuses } from '#machines/sentApplication/sentApplication.selectors.ts';
import { authorityView } from '#server/content/metadata-view.ts';
import { areaName } from '#server/content/places/places.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { reachesForm } from '#server/processes/admission.ts';
import { documentLocale, factsOf, isRunning, nextStepOf, type ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { documentsOf } from './document-list.ts';

/**
 * The person's drafts, latest change first. A login sees the drafts of its own trust level and below (spec section 6).
 * @throws ProblemError login-required
 */
export async function listDrafts(
  context: ServerContext,
  session: Session,
  query: { locale: Locale; leiKaId?: string; authorityKeys?: string[] },
): Promise<Draft[]> {
  const drafts = withMetadata(context, await openDrafts(context, session));
  const retries = await retriesOf(
    context,
    drafts.map(({ row }) => row.id),
  );
  return drafts
    .filter(({ metadata }) => reachesForm(session, metadata))
    .filter(({ metadata }) => !query.leiKaId || metadata.leiKaId === query.leiKaId)
    .filter(({ metadata }) => !query.authorityKeys || query.authorityKeys.includes(metadata.authority.id))
    .map(({ row, metadata }) => ({
      id: row.id,
      version: row.version,
      status: row.status,
      statusChanged: (row.status === 'EDITING' ? row.updatedAt : row.statusChanged).toISOString(),
      lastUpdated: row.updatedAt.toISOString(),
      availableUntil: row.availableUntil.toISOString(),
      trustLevel: levelNeeded(metadata),
      metadataId: metadata.metadataId,
      leiKaId: metadata.leiKaId,
      serviceName: metadata.title[query.locale],
      authorityName: metadata.authority.name[query.locale],
      areaName: areaName(context.content(), row.areaKey),
      ...progressOf(row),
      tryUntil: retries.get(row.id) ?? null,
    }));
}

/**
 * How many of the person's drafts need a higher trust level than this login's, by that level.
 * @throws ProblemError login-required
 */
export async function countClosedDrafts(
  context: ServerContext,
  session: Session,
): Promise<{ substantial: number; high: number }> {
  const rows = withMetadata(context, await openDrafts(context, session));
  const closed = rows.filter(({ metadata }) => !reachesForm(session, metadata));
  const at = (level: TrustLevel) => closed.filter(({ metadata }) => levelNeeded(metadata) === level).length;
  return { substantial: at('substantial'), high: at('high') };
}

const openDrafts = (context: ServerContext, session: Session) =>
  context.storage.db
    .selectFrom('process')
    .selectAll()
    .where('userId', '=', personOf(session))
    .where('status', '!=', 'SUBMITTED')
    .where((eb) => eb.or([eb('availableUntil', '>', context.now()), isRunning]))
    .orderBy('updatedAt', 'desc')
    .execute();

/** Until when sending is retried, for each that could not be sent yet. */
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

/** The next step, and the money involved. */
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

/**
 * The person's sent applications, newest first. Of those whose form requires a higher trust level than the login's, the
 * list shows that they exist and their status; their content stays closed.
 * @throws ProblemError login-required
 */
export async function listSent(
  context: ServerContext,
  session: Session,
  locale: Locale,
): Promise<SentApplication[]> {
  const rows = await context.storage.db
    .selectFrom('process')
    .innerJoin('submission', 'submission.processId', 'process.id')
    .select([
      'process.id',
      'process.metadataId',
      'process.locale',
      'process.confirmedLocale',
      'submission.messageId',
      'submission.ticketNumber',
      'submission.announcement',
      'submission.submittedAt',
      'submission.downloadsUntil',
      'submission.sentState',
      'submission.statusCheckedAt',
    ])
    .where('process.userId', '=', personOf(session))
    .where('process.status', '=', 'SUBMITTED')
    .orderBy('submission.submittedAt', 'desc')
    .execute();
  const documents = await documentsOf(
    context,
    rows.map(({ id }) => id),
  );
  return withMetadata(context, rows).map(({ row, metadata }) => {
    const closed = !reachesForm(session, metadata);
    return {
      id: row.id,
      status: apiStatuses[row.sentState],
      externalIdType: row.announcement!.kind,
      externalId: row.announcement!.submissionId,
      messageId: row.messageId,
      ticketNumber: row.ticketNumber,
      name: metadata.title[locale],
      authority: authorityView(metadata.authority, locale),
      submissionDate: row.submittedAt!.toISOString(),
      statusChecked: row.statusCheckedAt?.toISOString() ?? null,
      downloadsUntil: row.downloadsUntil!.toISOString(),
      documentsLang: documentLocale(row),
      trustLevel: metadata.trustLevel,
      closed,
      documents: closed ? [] : (documents.get(row.id) ?? []),
    };
  });
}

/** A form that an administration removed from its content must not break the whole list. */
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
