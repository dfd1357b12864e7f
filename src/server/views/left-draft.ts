import type { LeftDraft } from '#contract/problem.ts';
import { authorityView } from '#server/content/metadata-view.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { offerOf } from '#server/processes/kept-offer.ts';
import { factsOf, type ProcessRow } from '#server/processes/row.ts';

/**
 * Checks that the content has the form of a draft. The refusal says what was begun, with whom, and until when it is kept.
 * @throws ProblemError form-not-found
 */
export async function assertHasForm(context: ServerContext, row: ProcessRow): Promise<void> {
  if (context.content().metadata.has(row.metadataId)) return;
  throw new ProblemError('form-not-found', { left: await leftDraft(context, row) });
}

async function leftDraft(context: ServerContext, row: ProcessRow): Promise<LeftDraft> {
  const { metadata, areaName } = await offerOf(context, row);
  const { title, authority, leiKaId } = metadata;
  const { paidCents, refundDueCents, hasUser } = factsOf(row);
  return {
    id: row.id,
    title,
    authority: { de: authorityView(authority, 'de'), en: authorityView(authority, 'en') },
    areaName,
    leiKaId: context.content().services.has(leiKaId) ? leiKaId : null,
    availableUntil: row.availableUntil.toISOString(),
    hasUser,
    paidCents,
    refundDueCents,
    isPaying: row.status === 'PAYMENT_PENDING',
  };
}
