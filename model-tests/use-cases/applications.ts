import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import { tinyFile } from '#server/examination/testing/tiny-files.ts';
import { writeFile } from '#server/files/store.ts';
import { recorded } from '#server/journal/journal.ts';
import type { Identity } from '#server/ports/identity.ts';
import { confirmationHash, formOfProcess, metadataOf } from '#server/processes/form.ts';
import { factsOf, findProcess, type ProcessRow } from '#server/processes/row.ts';
import { statementsOf } from '#server/processes/statements.ts';
import { owedBy } from '#server/sending/owed.ts';
import { openAnonymousSession, openSessionOf, type Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { sealFollowing } from '#server/submission/sealed-row.ts';
import { changeData } from '#server/use-cases/change-data.ts';
import { completeForm } from '#server/use-cases/complete-form.ts';
import { followAccount } from '#server/use-cases/follow-account.ts';
import { personOf } from '#server/use-cases/one-person.ts';
import { startApplication } from '#server/use-cases/start-application.ts';
import { startPayment } from '#server/use-cases/start-payment.ts';
import { demonstrationAnswers } from '../forms/demonstration-answers.ts';

/** Services of the demonstration content. */
type Service = 'bewohnerparkausweis' | 'fischereischein' | 'hundesteuer' | 'meldebescheinigung';

export const KIEL = '010020000000';

/** Returns the offer of a service in Kiel. */
export function offerOf(context: ServerContext, service: Service) {
  const offers = [...context.content().metadata.values()];
  return offers.find(({ fmsFormId, areas }) => fmsFormId === service && areas.includes(KIEL))!;
}

/** Returns an application as it is stored now, opened. @throws Error when there is none */
export async function stored(context: ServerContext, id: string): Promise<ProcessRow> {
  const row = await findProcess(context, context.storage.db, id);
  if (!row) throw new Error('no such application');
  return row;
}

/** Opens the session of somebody without an account. */
export const nobodysSession = async (context: ServerContext): Promise<Session> =>
  (await openAnonymousSession(context)).session;

/** Logs a person in with the values of their account, who may have an open session. @returns the session */
export async function logIn(
  context: ServerContext,
  subject: string,
  userData: Record<string, string>,
  present: Session | null = null,
  trustLevel: TrustLevel = 'substantial',
  postboxHandle: string | null = null,
): Promise<Session> {
  const identity: Identity = {
    providerId: 'nkb',
    providerType: 'saml2',
    subject,
    trustLevel,
    name: subject,
    providerData: {},
    userData,
    postboxHandle,
  };
  const userId = await personOf(context, identity);
  const opened = await openSessionOf(context, userId, identity, {
    at: context.now(),
    device: null,
    kept: present,
  });
  await followAccount(context, opened!.session, identity);
  return opened!.session;
}

/** Begins an application for a service in Kiel, and saves complete answers with these changes. */
export async function fillIn(
  context: ServerContext,
  session: Session,
  service: Service,
  change: FormData = {},
): Promise<ProcessRow> {
  const row = await startApplication(context, session, {
    metadataId: offerOf(context, service).metadataId,
    area: KIEL,
    locale: 'de',
    counted: false,
  });
  const data = { ...(await answersFor(context, service, row)), ...change };
  return changeData(context, session, row.id, { version: row.version, data, page: null });
}

/** Returns complete answers, with their files stored as uploads that were found clean. */
async function answersFor(context: ServerContext, service: Service, row: ProcessRow): Promise<FormData> {
  const file = (name: string) => ({ id: randomUUID(), name, size: 1, type: 'application/pdf' });
  const answers = demonstrationAnswers({ today: context.now(), file })[service]!;
  for (const { path: fieldPath, file: named } of formOfProcess(context, row).files(answers)) {
    const { name, type: mimeType } = named;
    const upload = { processId: row.id, kind: 'upload', fieldPath, name, mimeType } as const;
    const { id, size } = await writeFile(context, upload, Readable.from([tinyFile(name)]));
    Object.assign(named, { id, size });
  }
  return answers;
}

/** Confirms an application with everything that is to be stated. */
export function confirm(
  context: ServerContext,
  session: Session,
  row: ProcessRow,
  choice: { wantsMails?: boolean } = {},
): Promise<ProcessRow> {
  const statements = statementsOf(metadataOf(context, row), 'de').map(({ id, version }) => ({ id, version }));
  const hash = confirmationHash(context, row) ?? '';
  return completeForm(context, session, row.id, { version: row.version, hash, statements, ...choice });
}

/**
 * Has an application sent, with everything that it
 * promises for later.
 */
export async function send(context: ServerContext, session: Session, row: ProcessRow): Promise<ProcessRow> {
  const { id } = await confirm(context, session, row);
  const confirmed = await stored(context, id);
  const { db } = context.storage;
  const submittedAt = context.now();
  const downloadsUntil = new Date(submittedAt.getTime() + 7 * 86_400_000);
  const submission = await recorded(context, (trx) => insertSubmission(context, trx, id, 'server'));
  const metadata = metadataOf(context, confirmed);
  const owed = owedBy(context, { process: confirmed, metadata }, submittedAt);
  const announcement = { kind: 'fit-connect', submissionId: id, caseId: id } as never;
  await db
    .updateTable('submission')
    .set({
      ...(await sealFollowing(context, db, submission, { owed })),
      ...{ submittedAt, downloadsUntil, announcement: json(announcement) as never },
    })
    .where('processId', '=', id)
    .execute();
  const facts = json({ ...factsOf(confirmed), running: false });
  await db
    .updateTable('process')
    .set({ status: 'SUBMITTED', context: facts, availableUntil: downloadsUntil })
    .where('id', '=', id)
    .execute();
  return stored(context, id);
}

/** Fills in and confirms an application with a fee, and goes to the provider's page. @returns the transaction */
export async function goToPay(context: ServerContext, session: Session) {
  const confirmed = await confirm(context, session, await fillIn(context, session, 'fischereischein'));
  return { id: confirmed.id, ...(await payAgain(context, session, confirmed.id)) };
}

/** Goes to the provider's page. @returns the newest transaction */
export async function payAgain(context: ServerContext, session: Session, id: string) {
  const { version } = await stored(context, id);
  await startPayment(context, session, id, { version });
  const { transactionId, id: paymentId } = await context.storage.db
    .selectFrom('payment')
    .select(['transactionId', 'id'])
    .where('processId', '=', id)
    .orderBy('attempt', 'desc')
    .executeTakeFirstOrThrow();
  return { transactionId: transactionId!, paymentId };
}
