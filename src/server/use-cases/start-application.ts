import { randomUUID } from 'node:crypto';
import type { Locale } from '#domain/locale.ts';
import type { FormData } from '#forms/types.ts';
import { begin } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { covers, isAtUnit, onlyPlaceOf, unitFor } from '#server/content/offers.ts';
import { searchByRegionalKey } from '#server/content/places/places.ts';
import type { Content, Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { accountOf } from '#server/processes/account.ts';
import { assertAdmitted } from '#server/processes/admission.ts';
import { applicantOf, hasPostbox } from '#server/processes/applicant.ts';
import { availableUntil } from '#server/processes/availability.ts';
import { feeBefore } from '#server/processes/fee.ts';
import { formOf } from '#server/processes/offer.ts';
import { assertRoom } from '#server/processes/quota.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { storableData } from '#server/processes/storable-data.ts';
import type { Session } from '#server/sessions/session.ts';
import { json, nullableJson } from '#server/storage/json.ts';
import { compareAfterLogin } from '#server/workflow/compare.ts';

/**
 * Starts a process for a form at a place, prefilled from the account (spec sections 1 and 4). A form that is offered in
 * one place needs no area.
 * @throws ProblemError form-not-found, place-not-covered, place-required, login-required, login-not-accepted, trust-level-too-low,
 * too-many-applications, too-many-anonymous, form-invalid
 */
export async function startApplication(
  context: ServerContext,
  session: Session,
  input: {
    metadataId: string;
    area?: string | undefined;
    /** Unit at the authority that processes the data, where the caller knows it. */
    unit?: string | undefined;
    locale: Locale;
    externalProcessData?: FormData;
    counted: boolean;
  },
): Promise<ProcessRow> {
  const metadata = context.content().metadata.get(input.metadataId);
  if (!metadata || metadata.isDeprecated || !isAtUnit(metadata, input.unit)) {
    throw new ProblemError('form-not-found');
  }
  const area = placeOf(context.content(), metadata, input.area);
  assertAdmitted(context, session, metadata, 'start');

  const form = formOf(context, metadata, input.locale);
  if (input.externalProcessData) storableData(input.externalProcessData);
  const { data, faults } = form.begin(session.identity.userData, input.externalProcessData ?? null);
  if (faults.length > 0) {
    throw new ProblemError('form-invalid', {
      fields: faults.map(({ path, rule }) => ({ name: path, reason: rule })),
    });
  }
  const now = context.now();
  const row = begin(processMachine, {
    mode: metadata.mode,
    feeCents: feeBefore(session, metadata, area),
    noticeAllowed: metadata.allowElectronicNoticeDelivery,
    hasUser: session.userId !== null,
    hasPostbox: hasPostbox(session),
  });
  const values = {
    id: randomUUID(),
    version: 1,
    status: row.state,
    context: json(row.context),
    statusChanged: now,
    createdAt: now,
    updatedAt: now,
    availableUntil: availableUntil(session, metadata, now),
    metadataId: metadata.metadataId,
    areaKey: area,
    responsibleDataProcessingUnitId: unitFor(metadata, input.unit),
    locale: input.locale,
    sessionId: session.id,
    userId: session.userId,
    data: json(data),
    page: null,
    confirmedHash: null,
    confirmedAt: null,
    confirmedLocale: null,
    applicant: nullableJson(applicantOf(session)),
    account: nullableJson(accountOf(session, form)),
    counted: input.counted,
  };
  const started = await context.storage.db.transaction().execute(async (trx) => {
    await assertRoom(context, trx, session);
    const row = await trx.insertInto('process').values(values).returningAll().executeTakeFirstOrThrow();
    return compareAfterLogin(context, trx, row);
  });
  if (input.counted) context.counts.step(metadata.metadataId, started.status);
  return started;
}

/** The place of an application. @throws ProblemError place-not-covered, place-required */
function placeOf(content: Content, metadata: Metadata, asked: string | undefined): string {
  if (asked === undefined) {
    const only = onlyPlaceOf(content, metadata);
    if (only !== null) return only;
    const areas = metadata.areas.flatMap((key) => searchByRegionalKey(content, key));
    throw new ProblemError('place-required', { areas });
  }
  if (!covers(metadata, asked) || !content.areas.has(asked)) throw new ProblemError('place-not-covered');
  return asked;
}
