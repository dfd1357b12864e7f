import type { ServerContext } from '#server/context.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { Verdict } from '#server/ports/scanner.ts';
import { actorOf } from '#server/processes/actor.ts';
import { enqueue, hurry } from '#server/queues/queues.ts';
import { quarantinedKinds, type UploadPurpose, uploadKinds } from '#server/storage/file-kinds.ts';
import { NO_NAME } from './sealed-file.ts';
import { keepUpload, readChunks } from './store.ts';

/** Time after which a person waiting at the screen is told that the check takes longer. */
const INTERACTIVE_TIMEOUT_MS = 10_000;
/** Limit of a check that nobody waits for. */
const BACKGROUND_TIMEOUT_MS = 120_000;
/** Pauses in seconds between tries while the scanner is unavailable; they grow with the age of the file. */
const pause = { shortest: 3, longest: 60 };

/** A file that the scanner has not checked, and what it was uploaded for. */
type Unchecked = { id: string; processId: string; purpose: UploadPurpose };

type Fault = 'file-infected' | 'file-uncheckable';

/**
 * Makes the scanner check a file. A clean file becomes an upload; the bytes of any other are erased at once, and only
 * its refusal stays, for later requests.
 * @throws PartnerUnavailable when the scanner is unavailable
 */
async function checkFile(context: ServerContext, file: Unchecked, limitMs: number): Promise<Fault | null> {
  const verdict = await context.scanner!.scan(readChunks(context, file.id), limitMs);
  if (verdict.kind === 'clean') {
    await keepUpload(context, file.id, file.purpose, context.now());
    return null;
  }
  const fault = faultOf(verdict);
  await context.storage.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('fileChunk').where('fileId', '=', file.id).execute();
    await trx
      .updateTable('file')
      .set({
        kind: fault,
        name: NO_NAME,
        mimeType: '',
        sha512: '',
        size: 0,
        fieldPath: null,
        createdAt: context.now(),
      })
      .where('id', '=', file.id)
      .execute();
  });
  const signature = verdict.kind === 'infected' && /^[\w.:-]{1,100}$/.test(verdict.signature);
  context.log.warn(
    { processId: file.processId, fileId: file.id, fault, ...(signature && { signature: verdict.signature }) },
    'an upload was refused by the scanner',
  );
  context.security.record(
    { event: 'infected', outcome: 'refused', reason: fault, process: file.processId },
    await actorOf(context, file.processId),
  );
  return fault;
}

const faultOf = ({ kind }: Exclude<Verdict, { kind: 'clean' }>): Fault =>
  kind === 'infected' ? 'file-infected' : 'file-uncheckable';

/**
 * Makes the scanner check a newly received file. While the scanner is unavailable the file stays in quarantine, and
 * is checked later automatically.
 * @returns null while the outcome is unknown
 */
export async function checkAtOnce(
  context: ServerContext,
  file: Unchecked,
): Promise<{ fault: Fault | null } | null> {
  try {
    return { fault: await checkFile(context, file, INTERACTIVE_TIMEOUT_MS) };
  } catch (err) {
    if (!(err instanceof PartnerUnavailable)) throw err;
    context.log.warn({ err, processId: file.processId }, 'an upload waits for the scanner');
    await enqueue(context, 'file-check', { fileId: file.id }, { startAfter: pause.shortest });
    return null;
  }
}

/**
 * Checks a file in quarantine, and again later when the scanner is still unavailable. The scanner is first asked
 * whether it is available, so that waiting files do not wait one after the other for a hanging scanner. The oldest
 * file asks often; once one file has been checked, all others follow at once.
 */
export async function runFileCheck(context: ServerContext, fileId: string): Promise<void> {
  const found = await context.storage.db
    .selectFrom('file')
    .select(['id', 'processId', 'createdAt', 'kind'])
    .where('id', '=', fileId)
    .where('kind', 'in', quarantinedKinds)
    .executeTakeFirst();
  if (!found) return;
  const purpose = found.kind === uploadKinds.handIn.quarantined ? 'handIn' : 'upload';
  const file = { ...found, purpose } as const;
  // The operators have explicitly switched the scanner off.
  if (context.scanner === null) return void (await keepUpload(context, fileId, purpose, null));
  const ageSeconds = (context.now().getTime() - file.createdAt.getTime()) / 1000;
  let startAfter = Math.round(Math.min(pause.longest, Math.max(pause.shortest, ageSeconds / 4)));
  try {
    await context.scanner.ping().catch(async (error: unknown) => {
      if (await isOldest(context, file)) startAfter = pause.shortest;
      throw error;
    });
    await checkFile(context, file, BACKGROUND_TIMEOUT_MS);
    await hurry(context, 'file-check');
  } catch (err) {
    if (!(err instanceof PartnerUnavailable)) throw err;
    await enqueue(context, 'file-check', { fileId }, { startAfter });
  }
}

/** Whether no other file has been in quarantine for longer. */
async function isOldest({ storage }: ServerContext, { createdAt }: { createdAt: Date }): Promise<boolean> {
  const older = await storage.db
    .selectFrom('file')
    .select('id')
    .where('kind', 'in', quarantinedKinds)
    .where('createdAt', '<', createdAt)
    .limit(1)
    .executeTakeFirst();
  return older === undefined;
}

/**
 * Checks files that an earlier version of the server, or one without a scanner, has accepted for this application.
 * @throws PartnerUnavailable when the scanner is unavailable
 */
export async function checkEarlierFiles(
  context: ServerContext,
  processId: string,
  purpose: UploadPurpose = 'upload',
): Promise<void> {
  if (context.scanner === null) return;
  const unchecked = await context.storage.db
    .selectFrom('file')
    .select(['id', 'processId'])
    .where('processId', '=', processId)
    .where('kind', '=', uploadKinds[purpose].checked)
    .where('checkedAt', 'is', null)
    .execute();
  for (const file of unchecked) await checkFile(context, { ...file, purpose }, BACKGROUND_TIMEOUT_MS);
}
