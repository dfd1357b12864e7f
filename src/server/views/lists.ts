import { type ExpressionBuilder, sql } from 'kysely';
import type { CountByLevel, DraftView } from '#contract/personal-area.ts';
import type { Locale } from '#domain/locale.ts';
import { type RaisedLevel, raisedLevels, reachesLevel } from '#domain/trust-level.ts';
import { feeIsDue } from '#machines/process/process.selectors.ts';
import type { KeptOffer } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { openForm } from '#server/engines/engines.ts';
import { ownMailAddress } from '#server/mails/own-address.ts';
import { returnedOf } from '#server/payment/refund.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { levelToOpen } from '#server/processes/admission.ts';
import { formStep } from '#server/processes/form-step.ts';
import { offersOf } from '#server/processes/kept-offer.ts';
import { factsOf, isRunning, nextStepOf, type ProcessRow } from '#server/processes/row.ts';
import { openProcesses, selectProcess } from '#server/processes/sealed-row.ts';
import { countSentAt, MOST_COUNTED } from '#server/processes/sent-page.ts';
import { personOf } from '#server/sessions/owner.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Tables } from '#server/storage/tables.ts';
import { isMeant } from './listed-offers.ts';

/**
 * Returns the person's drafts, latest change first. A login sees the drafts of its own trust level and below (spec
 * section 6). A draft whose form has left the content is among them: its person can only delete it.
 * @param query.text words that the names of service, authority and place have
 * @throws ProblemError login-required
 */
export async function listDrafts(
  context: ServerContext,
  session: Session,
  query: { locale: Locale; leiKaId?: string; authorityKeys?: string[]; text?: string | undefined },
): Promise<DraftView[]> {
  const { locale, leiKaId, authorityKeys, text = '' } = query;
  const { db } = context.storage;
  const stored = await selectProcess(db)
    .where(areDrafts(context, session))
    .orderBy('updatedAt', 'desc')
    .execute();
  const all = await openProcesses(context, db, stored);
  const offer = await offersOf(context, all);
  const rows = all.filter((row) => {
    const { metadata, areaName } = offer(row);
    if (!isOpen(session, row, offer(row)) || (leiKaId && metadata.leiKaId !== leiKaId)) return false;
    if (authorityKeys && !authorityKeys.includes(metadata.authority.id)) return false;
    const [serviceName, authorityName] = [metadata.title[locale], metadata.authority.name[locale]];
    return text.trim() === '' || isMeant(text, { serviceName, authorityName, areaName });
  });
  const retries = await retriesOf(
    context,
    rows.map(({ id }) => id),
  );
  const returned = await returnedOf(
    context.storage.db,
    rows.filter((row) => factsOf(row).refundDueCents > 0).map(({ id }) => id),
  );
  const cancelled = await cancelledPayments(
    context,
    rows.filter(({ status }) => status === 'PAYMENT_FAILURE'),
  );
  return rows.map((row) => {
    const { metadata, areaName } = offer(row);
    const isGone = !context.content().metadata.has(row.metadataId);
    const form = isGone ? null : openForm(context.content(), metadata, locale);
    return {
      id: row.id,
      version: row.version,
      status: row.status,
      statusChanged: (row.status === 'EDITING' ? row.updatedAt : row.statusChanged).toISOString(),
      lastUpdated: row.updatedAt.toISOString(),
      availableUntil: row.availableUntil.toISOString(),
      trustLevel: levelToOpen(row, metadata),
      metadataId: metadata.metadataId,
      leiKaId: metadata.leiKaId,
      serviceName: metadata.title[locale],
      authorityName: metadata.authority.name[locale],
      areaName,
      ...progressOf(row),
      ...(returned.has(row.id) && { returned: returned.get(row.id) }),
      step: formStep(form, row),
      mail: mailOf(context, form, row),
      tryUntil: retries.get(row.id) ?? null,
      ...(cancelled.has(row.id) && { paymentCancelled: true as const }),
      ...(isGone && { gone: true as const }),
    };
  });
}

/** Returns the address of the e-mail before a draft is deleted (use-cases/remind-of-drafts.ts); null for none. */
function mailOf(context: ServerContext, form: EngineForm | null, row: ProcessRow): DraftView['mail'] {
  const to = form && !factsOf(row).running ? ownMailAddress(context, form, row.data) : null;
  return to === null ? null : { to, wanted: row.wantsMails };
}

/**
 * Counts the person's drafts and sent applications that need a higher trust level than this login's, by that level:
 * sent ones up to MOST_COUNTED. Nothing else is revealed about them, not even their services.
 * @throws ProblemError login-required
 */
export async function countClosed(
  context: ServerContext,
  session: Session,
): Promise<Record<'drafts' | 'sent', CountByLevel>> {
  const person = personOf(session);
  const drafts = await context.storage.db
    .selectFrom('process')
    .select(leveled)
    .where(areDrafts(context, session))
    .execute();
  // Of an earlier version, which did not store the level.
  const unknown = await context.storage.db
    .selectFrom('process')
    .select(leveled)
    .where('userId', '=', person)
    .where('status', '=', 'SUBMITTED')
    .where(sql<boolean>`coalesce(made_at_level, '') = ''`)
    .limit(MOST_COUNTED)
    .execute();
  const closed = raisedLevels.filter((level) => !reachesLevel(session.identity.trustLevel, level));
  const sent = await countSentAt(context.storage.db, person, closed);
  const further = await closedAt(context, session, unknown);
  const at = (level: RaisedLevel) => Math.min(further[level] + (sent.get(level) ?? 0), MOST_COUNTED);
  return {
    drafts: await closedAt(context, session, drafts),
    sent: { substantial: at('substantial'), high: at('high') },
  };
}

const leveled = ['id', 'metadataId', 'areaKey', 'offerId', 'status', 'context', 'madeAtLevel'] as const;
type Leveled = Pick<ProcessRow, (typeof leveled)[number]>;

async function closedAt(context: ServerContext, session: Session, rows: readonly Leveled[]) {
  const offer = await offersOf(context, rows);
  const levels = rows
    .filter((row) => !isOpen(session, row, offer(row)))
    .map((row) => levelToOpen(row, offer(row).metadata));
  const at = (level: RaisedLevel) => levels.filter((one) => one === level).length;
  return { substantial: at('substantial'), high: at('high') };
}

const isOpen = (session: Session, row: Leveled, { metadata }: KeptOffer): boolean =>
  reachesLevel(session.identity.trustLevel, levelToOpen(row, metadata));

/** Selects the person's drafts. @throws ProblemError login-required */
function areDrafts(context: ServerContext, session: Session) {
  const person = personOf(session);
  return (eb: ExpressionBuilder<Tables, 'process'>) =>
    eb.and([
      eb('userId', '=', person),
      eb('status', '!=', 'SUBMITTED'),
      eb.or([eb('availableUntil', '>', context.now()), isRunning]),
    ]);
}

/** Returns the applications whose last attempt to pay was cancelled by the person, by their ids. */
async function cancelledPayments(
  context: ServerContext,
  rows: readonly ProcessRow[],
): Promise<ReadonlySet<string>> {
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
