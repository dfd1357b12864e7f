import { sameFormAt, unitFor } from '#server/content/offers.ts';
import { isValid } from '#server/content/places/valid.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { attemptsOf } from '#server/payment/attempt.ts';
import { ProblemError } from '#server/problem-error.ts';
import { assertAdmitted } from '#server/processes/admission.ts';
import { availableUntil } from '#server/processes/availability.ts';
import { feeBefore } from '#server/processes/fee.ts';
import { metadataOf } from '#server/processes/offer.ts';
import { type ProcessRow, refusedBy, type Spoken } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';
import { compareAfterChange } from '#server/workflow/compare.ts';

/**
 * Makes an application that is filled in one for another place, where the same form is offered (spec section 2, location
 * choice): what was typed stays, everything else follows the offer there. It makes no new version, as no data changes:
 * what is being typed meanwhile is saved as before, and a summary read before is not confirmed, as its hash names the
 * place. Once a payment was begun the place stays: its money is the authority's there.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, edited-elsewhere, status-conflict, form-not-found,
 * place-not-covered, place-needs-login
 */
export const changePlace = (
  context: ServerContext,
  session: Session,
  processId: string,
  { area, lang }: { area: string } & Spoken,
): Promise<ProcessRow> =>
  act(
    context,
    session,
    processId,
    { version: null, accepts: null, lang, edits: true },
    async ({ trx, row, move }) => {
      const metadata = offerAt(context, metadataOf(context, row), area);
      const { mode, allowElectronicNoticeDelivery: noticeAllowed } = metadata;
      const event = {
        type: 'place.changed',
        mode,
        noticeAllowed,
        feeCents: feeBefore(session, metadata, area),
      } as const;
      if ((await attemptsOf(trx, processId)).length > 0) throw refusedBy(row, event, 'person');
      assertAdmittedThere(context, session, metadata);
      // A unit that somebody asked for is one of the authority before.
      const isSame = metadata.metadataId === row.metadataId;
      const moved = await move(
        event,
        {
          metadataId: metadata.metadataId,
          areaKey: area,
          responsibleDataProcessingUnitId: isSame
            ? row.responsibleDataProcessingUnitId
            : unitFor(metadata, null),
          availableUntil: availableUntil(session, metadata, context.now()),
        },
        false,
      );
      return compareAfterChange(context, trx, moved);
    },
  );

/**
 * A refusal that says "log in" would be about the application as it is, and about that nothing is wrong.
 * @throws ProblemError place-needs-login, naming the logins that would do
 */
function assertAdmittedThere(context: ServerContext, session: Session, metadata: Metadata): void {
  try {
    assertAdmitted(context, session, metadata, 'start');
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError('place-needs-login', error.details);
  }
}

/** The offer of the same form at a place that exists today. @throws ProblemError place-not-covered */
function offerAt(context: ServerContext, metadata: Metadata, areaKey: string): Metadata {
  const content = context.content();
  const area = content.areas.get(areaKey);
  const offer = sameFormAt(content, metadata, areaKey);
  if (!area || !offer || !isValid(area, context.now())) throw new ProblemError('place-not-covered');
  return offer;
}
