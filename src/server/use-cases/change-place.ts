import { sameFormAt, unitFor } from '#server/content/offers.ts';
import { isValid } from '#server/content/places/valid.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { attemptsOf } from '#server/payment/attempt.ts';
import { ProblemError } from '#server/problem-error.ts';
import { assertAdmitted } from '#server/processes/admission.ts';
import { availableUntil } from '#server/processes/availability.ts';
import { feeBefore } from '#server/processes/fee.ts';
import { metadataOf } from '#server/processes/form.ts';
import { keepOffer } from '#server/processes/kept-offer.ts';
import { type ProcessRow, refusedBy, type Spoken } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';
import { compareAfterChange } from '#server/workflow/compare.ts';

/**
 * Moves an application that is being filled in to another place where its form is offered (spec section 2, location
 * choice). Entered data stays, everything else follows the offer there. No data changes, so there is no new version:
 * text typed meanwhile is saved as usual, and a summary read before cannot be confirmed, because its hash names the
 * place. Once a payment was begun the place is fixed: the money belongs to the authority there.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, edited-elsewhere, status-conflict,
 * form-not-found, place-not-covered, place-needs-login
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
      // A requested unit belongs to the former authority.
      const isSame = metadata.metadataId === row.metadataId;
      const moved = await move(
        event,
        {
          metadataId: metadata.metadataId,
          areaKey: area,
          offerId: await keepOffer(context, trx, { metadataId: metadata.metadataId, areaKey: area }),
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
 * Refuses a place whose form needs another login. The usual refusals would ask for a login to the present
 * application, which needs none.
 * @throws ProblemError place-needs-login, naming the sufficient logins
 */
function assertAdmittedThere(context: ServerContext, session: Session, metadata: Metadata): void {
  try {
    assertAdmitted(context, session, metadata, 'start');
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError('place-needs-login', error.details);
  }
}

/** Returns the offer of the form at a place that exists today. @throws ProblemError place-not-covered */
function offerAt(context: ServerContext, metadata: Metadata, areaKey: string): Metadata {
  const content = context.content();
  const area = content.areas.get(areaKey);
  const offer = sameFormAt(content, metadata, areaKey);
  if (!area || !offer || !isValid(area, context.now())) throw new ProblemError('place-not-covered');
  return offer;
}
