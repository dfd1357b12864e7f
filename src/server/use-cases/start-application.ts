import { randomUUID } from 'node:crypto';
import type { Locale } from '#domain/locale.ts';
import type { AccountValues } from '#forms/account.ts';
import type { FormData } from '#forms/types.ts';
import { begin } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { covers, isAtUnit, onlyPlaceOf, unitFor } from '#server/content/offers.ts';
import { searchByRegionalKey } from '#server/content/places/places.ts';
import { isValid } from '#server/content/places/valid.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { arrivedFor, noteStarted, noteUnfit } from '#server/handovers/incoming.ts';
import { openHandover } from '#server/handovers/row.ts';
import { assertGoesOn } from '#server/interruptions/interruptions.ts';
import { note, recorded } from '#server/journal/journal.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';
import { accountOf, assertAsked } from '#server/processes/account.ts';
import { assertAdmitted } from '#server/processes/admission.ts';
import { applicantOf, hasPostbox } from '#server/processes/applicant.ts';
import { availableUntil } from '#server/processes/availability.ts';
import { feeBefore } from '#server/processes/fee.ts';
import { formOf } from '#server/processes/form.ts';
import { keepOffer } from '#server/processes/kept-offer.ts';
import { assertRoom } from '#server/processes/quota.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { insertProcess, openProcess, selectProcess } from '#server/processes/sealed-row.ts';
import { assertFits, assertStorable } from '#server/processes/storable-data.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { HandedData, KeptAccount } from '#server/storage/tables.ts';
import { compareAll } from '#server/workflow/compare.ts';

/**
 * Starts a process for a form at a place, prefilled from the account (spec sections 1 and 4). A form that is offered in
 * one place needs no area.
 * @throws ProblemError form-not-found, place-not-covered, place-required, login-required, login-not-accepted,
 * trust-level-too-low, login-incomplete, too-many-applications, too-many-anonymous, form-invalid, handover-ended,
 * handover-data-refused, interrupted
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
    /** Id of the hand-over that starts the application, and the secret of its browser. */
    handover?: { id: string; browser: string } | undefined;
    /** Answers that the person has saved as a file, and whether they belong to an earlier form. */
    saved?: SavedInput | undefined;
    counted: boolean;
  },
): Promise<ProcessRow> {
  const metadata = context.content().metadata.get(input.metadataId);
  if (!metadata || metadata.isDeprecated || !isAtUnit(metadata, input.unit)) {
    throw new ProblemError('form-not-found');
  }
  assertGoesOn(context, `service:${metadata.leiKaId}`);
  const area = placeOf(context, metadata, input.area);
  assertAdmitted(context, session, metadata, 'start');

  const form = formOf(context, metadata, input.locale);
  const account = accountOf(session, form);
  assertAsked(metadata, form, account);
  const now = context.now();
  const handed = input.handover
    ? await takeHanded(context, { ...input.handover, leiKaId: metadata.leiKaId, area })
    : null;
  const external = input.externalProcessData ?? handed?.form ?? null;
  if (external) {
    assertStorable(external);
    assertFits(form, external);
  }
  const known = { ...handed?.person, ...session.identity.userData };
  const { data, faults } = input.saved
    ? { data: restored(metadata, form, { known, account, saved: input.saved }), faults: [] }
    : form.begin(known, external);
  if (faults.length > 0 && external === handed?.form) await refuseHanded(context, input.handover!.id);
  if (faults.length > 0) {
    throw new ProblemError('form-invalid', {
      fields: faults.map(({ path, rule }) => ({ name: path, reason: rule })),
    });
  }
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
    data,
    page: input.saved ? pageToOpen(form, data, input.saved) : null,
    confirmedHash: null,
    confirmedAt: null,
    confirmedLocale: null,
    applicant: applicantOf(session),
    account,
    counted: input.counted,
    offerId: await keepOffer(context, context.storage.db, { metadataId: metadata.metadataId, areaKey: area }),
  };
  const started = await recorded(context, async (trx) => {
    const arrived = input.handover && (await arrivedFor(trx, { ...input.handover, now }));
    const before = arrived && (await justStarted(context, trx, arrived.processId, values));
    if (before) return before;
    await assertRoom(context, trx, session);
    const row = await insertProcess(context, trx, values);
    const start = { machine: 'process', attempt: null, event: null, from: null, rule: null } as const;
    await note(context, trx, { processId: row.id, ...start, to: row.status, by: 'person' });
    if (input.handover) await noteStarted(trx, input.handover.id, row.id);
    return compareAll(context, trx, row);
  });
  if (input.counted && started.id === values.id) context.counts.step(metadata.metadataId, started.status);
  return started;
}

/**
 * Returns the application that this hand-over has started, if it is still unchanged: the first answer may have been
 * lost. A second application would lack the handed-over data, which is part of the first.
 */
async function justStarted(
  context: ServerContext,
  trx: Trx,
  processId: string | null,
  { metadataId, areaKey, sessionId }: { metadataId: string; areaKey: string; sessionId: string },
): Promise<ProcessRow | undefined> {
  const row = await selectProcess(trx)
    .where('id', '=', processId)
    .where('status', '=', 'CREATED')
    .where('version', '=', 1)
    .where('metadataId', '=', metadataId)
    .where('areaKey', '=', areaKey)
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
  return row && openProcess(context, trx, row);
}

type SavedInput = { data: FormData; page: string | null; changed: boolean };

/** Returns the saved answers as far as the form accepts them. @throws ProblemError input-invalid */
function restored(
  { enableDataComparison }: Metadata,
  form: EngineForm,
  { known, account, saved }: { known: AccountValues; account: KeptAccount | null; saved: SavedInput },
): FormData {
  assertStorable(saved.data);
  return form.restore(known, saved.data, enableDataComparison ? account : null);
}

/** Returns the page last seen; in another form, the first page on which something is missing or wrong. */
function pageToOpen(form: EngineForm, data: FormData, { page, changed }: SavedInput): string | null {
  const first = changed ? form.check(data).faults.find((fault) => fault.page !== '')?.page : undefined;
  return first ?? form.pages(data).find((key) => key === page) ?? null;
}

/** Returns the place of an application, which exists today. @throws ProblemError place-not-covered, place-required */
function placeOf(context: ServerContext, metadata: Metadata, asked: string | undefined): string {
  const content = context.content();
  const only = asked === undefined ? onlyPlaceOf(content, metadata) : null;
  const area = content.areas.get(asked ?? only ?? '');
  if (asked === undefined && area === undefined) {
    const areas = metadata.areas.flatMap((key) => searchByRegionalKey(content, key));
    throw new ProblemError('place-required', { areas });
  }
  if (!area || !covers(metadata, area.ars) || !isValid(area, context.now())) {
    throw new ProblemError('place-not-covered');
  }
  return area.ars;
}

/**
 * Returns the data of a hand-over to this browser.
 * @throws ProblemError handover-ended, also when it is for another service or place
 */
async function takeHanded(
  context: ServerContext,
  { leiKaId, area, ...arrived }: { id: string; browser: string; leiKaId: string; area: string },
): Promise<HandedData | null> {
  const now = context.now();
  const row = await context.storage.db.transaction().execute((trx) => arrivedFor(trx, { ...arrived, now }));
  if (row.leiKaId !== leiKaId || row.areaKey !== area) throw new ProblemError('handover-ended');
  const { data } = await openHandover(context, row);
  if (row.data !== null && data === null) await refuseHanded(context, row.id);
  return data;
}

/**
 * Erases handed-over data that fitted on arrival and no longer does, so that the person can start without it.
 * @throws ProblemError handover-data-refused
 */
async function refuseHanded({ storage }: ServerContext, id: string): Promise<never> {
  await noteUnfit(storage.db, id);
  throw new ProblemError('handover-data-refused');
}
