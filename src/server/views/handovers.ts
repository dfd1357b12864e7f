import type { ArrivalView, HandedOverView, HandoverOrigin } from '#contract/handover.ts';
import type { Locale } from '#domain/locale.ts';
import { reachesLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import { originOf } from '#server/handovers/incoming.ts';
import { sentBy } from '#server/handovers/outgoing.ts';
import type { HandoverFacts, HandoverRow } from '#server/handovers/row.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';

/**
 * Returns a hand-over as its arriving person sees it.
 * @throws ProblemError handover-ended when its sender is no longer a partner
 */
export function arrivalView(context: ServerContext, row: HandoverRow, locale: Locale): ArrivalView {
  const sender = context.neighbours?.find(row.partner)?.name[locale];
  if (sender === undefined) throw new ProblemError('handover-ended');
  return {
    id: row.id,
    sender,
    leiKaId: row.leiKaId,
    area: row.areaKey,
    data: row.data === null && row.dataState === 'fits' ? 'none' : row.dataState,
  };
}

/** Returns the origin of an application; undefined for one that began here. */
export async function handoverOriginOf(
  context: ServerContext,
  processId: string,
  locale: Locale,
): Promise<HandoverOrigin | undefined> {
  if (context.neighbours === null) return undefined;
  const origin = await originOf(context.storage.db, processId);
  const sender = origin && context.neighbours.find(origin.partner)?.name[locale];
  return sender === undefined ? undefined : { id: origin!.id, sender };
}

/** Returns an outgoing hand-over with the last answer of the other portal. */
export function handedOverView(context: ServerContext, row: HandoverFacts, locale: Locale): HandedOverView {
  const receiver = context.neighbours?.find(row.partner);
  if (!receiver) throw new ProblemError('handover-unknown');
  return {
    id: row.id,
    service: context.content().services.get(row.leiKaId)?.title[locale] ?? row.leiKaId,
    receiver: receiver.name[locale],
    portal: receiver.portal,
    startedAt: row.createdAt.toISOString(),
    status: row.status,
    ticketNumber: row.ticketNumber,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    toldAt: row.toldAt?.toISOString() ?? null,
    lang: locale,
  };
}

/**
 * Returns the person's applications that other portals run and this login may see, newest first.
 * @throws ProblemError login-required
 */
export async function listHandedOver(
  context: ServerContext,
  { userId, identity }: Session,
  locale: Locale,
): Promise<HandedOverView[]> {
  if (userId === null) throw new ProblemError('login-required');
  const rows = await sentBy(context.storage.db, userId);
  return rows
    .filter(({ partner }) => context.neighbours?.find(partner))
    .filter(({ madeAtLevel }) => madeAtLevel === null || reachesLevel(identity.trustLevel, madeAtLevel))
    .map((row) => handedOverView(context, row, locale));
}
