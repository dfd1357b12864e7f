import type { ServerContext } from '#server/context.ts';
import { checkEarlierFiles } from '#server/files/check.ts';
import { openFiles, selectFile } from '#server/files/sealed-file.ts';
import { readWhole, writeFile } from '#server/files/store.ts';
import { type HandInRow, keepInHandIn } from '#server/hand-ins/row.ts';
import type { KeptAnnouncement, SealedPackage } from '#server/ports/delivery.ts';
import { offerOf } from '#server/processes/kept-offer.ts';
import { presentProcess } from '#server/processes/row.ts';
import { json } from '#server/storage/json.ts';
import { AnnouncementExpired, DeliveryRefused, SealOutdated } from '#server/submission/fit-connect/errors.ts';
import { announcementOf, sealOf, submissionOf } from '#server/submission/row.ts';
import { handInSchema, publicServiceOf } from '../steps/package.ts';
import { type FollowUp, packageOf } from './package.ts';

/** Most repairs: of an expired announcement and of an outdated seal, with one to spare. */
const MAX_REPAIRS = 3;

/**
 * Delivers a hand-in to the authority, at most once: it is announced and sealed once, both are stored, and a package that
 * has arrived is not sent again (DeliveryService.deliver). Where nothing was sent and the announcement is gone, or key or
 * destination have changed, it is announced, and sealed, again.
 * @throws PartnerUnavailable when it may be possible later
 * @throws DeliveryRefused also when the authority has rejected the application
 */
export async function deliverHandIn(context: ServerContext, held: HandInRow): Promise<void> {
  let work = await followUpOf(context, held);
  for (let repairs = 0; ; repairs += 1) {
    try {
      work = await prepared(context, work);
      await send(context, work);
      noteHandIn(context, work.handIn, true);
      return;
    } catch (error) {
      if (repairs === MAX_REPAIRS) throw error;
      // Uploads under the old seal stay with the old announcement, which expires unsent.
      if (error instanceof SealOutdated)
        work = await withOnly(context, work, { announcement: null, sealed: null });
      else if (error instanceof AnnouncementExpired)
        work = await withOnly(context, work, { announcement: null });
      else throw error;
    }
  }
}

function noteHandIn({ trail }: ServerContext, handIn: HandInRow, taken: boolean): void {
  const { id, processId: process, announcement } = handIn;
  if (announcement) trail.note({ event: 'handIn', process, handIn: id, taken, announcement });
}

async function followUpOf(context: ServerContext, handIn: HandInRow): Promise<FollowUp> {
  const { db } = context.storage;
  const process = await presentProcess(context, handIn.processId);
  const submission = await submissionOf(context, db, handIn.processId);
  if (!submission) throw new Error('The application was never sent');
  return { handIn, process, submission, metadata: (await offerOf(context, process)).metadata };
}

/** Announces and seals what is not announced or sealed yet. */
async function prepared(context: ServerContext, work: FollowUp): Promise<FollowUp> {
  let { handIn } = work;
  if (handIn.announcement === null) {
    if (work.submission.sentState === 'processingError') {
      throw new DeliveryRefused('the authority has rejected the application');
    }
    await checkEarlierFiles(context, handIn.processId, 'handIn');
    const announcement = await announced(context, work);
    noteHandIn(context, { ...handIn, announcement }, false);
    handIn = await keepInHandIn(context, handIn, { announcement: json(announcement) });
  }
  if (handIn.sealed === null) handIn = await sealed(context, { ...work, handIn });
  return { ...work, handIn };
}

/** The second submission belongs to the case of the first, as long as it goes to the same destination. */
async function announced(
  context: ServerContext,
  { handIn, process, submission, metadata }: FollowUp,
): Promise<KeptAnnouncement> {
  const { destinationId } = metadata.authority;
  const isSame = sealOf(submission).destinationId === destinationId;
  const announcement = await context.delivery.announce({
    destinationId,
    publicService: publicServiceOf(metadata, process.locale),
    area: process.areaKey,
    schemas: [handInSchema],
    attachmentIds: handIn.documents.flatMap(({ files }) => files.map(({ id }) => id)),
    ...(isSame && { caseId: announcementOf(submission).caseId }),
  });
  return { ...announcement, kind: context.delivery.kind };
}

async function sealed(context: ServerContext, work: FollowUp): Promise<HandInRow> {
  const { handIn } = work;
  const { attachments, ...rest } = await context.delivery.seal(await packageOf(context, work));
  // Only the worker that still holds it may replace what was sealed before.
  const still = await keepInHandIn(context, handIn, { sealed: null });
  await context.storage.db
    .deleteFrom('file')
    .where('handInId', '=', handIn.id)
    .where('kind', '=', 'handInSealed')
    .execute();
  for (const { attachmentId, encrypted } of attachments) {
    await writeFile(
      context,
      {
        processId: handIn.processId,
        handInId: handIn.id,
        kind: 'handInSealed',
        fieldPath: null,
        name: attachmentId,
        mimeType: 'application/jose',
      },
      oneChunk(Buffer.from(encrypted, 'ascii')),
    );
  }
  return keepInHandIn(context, still, { sealed: json(rest) });
}

async function send(context: ServerContext, { handIn, metadata }: FollowUp): Promise<void> {
  const seal = handIn.sealed;
  if (!handIn.announcement || !seal || !('encryptedData' in seal)) throw new Error('nothing is sealed');
  const stored = await selectFile(context.storage.db)
    .where('handInId', '=', handIn.id)
    .where('kind', '=', 'handInSealed')
    .execute();
  const files = await openFiles(context, stored);
  const attachments: SealedPackage['attachments'] = [];
  for (const { id, name } of files) {
    const encrypted = Buffer.from(await readWhole(context, id)).toString('ascii');
    attachments.push({ attachmentId: name, encrypted });
  }
  await context.delivery.deliver(
    handIn.announcement,
    { ...seal, attachments },
    metadata.authority.destinationId,
  );
}

/** Forgets an announcement, or also the seal, under which nothing was sent. */
const withOnly = async (
  context: ServerContext,
  work: FollowUp,
  values: { announcement: null; sealed?: null },
): Promise<FollowUp> => ({ ...work, handIn: await keepInHandIn(context, work.handIn, values) });

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
