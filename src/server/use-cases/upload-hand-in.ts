import type { TakenFile } from '#contract/process.ts';
import { MAX_FILES, MAX_TOTAL_BYTES } from '#forms/files.ts';
import type { ServerContext } from '#server/context.ts';
import { assertRoomForHandIn } from '#server/files/quota.ts';
import { reserveFile } from '#server/files/store.ts';
import { handInsOf } from '#server/hand-ins/row.ts';
import { ProblemError } from '#server/problem-error.ts';
import { handInField } from '#server/processes/hand-in-field.ts';
import type { Session } from '#server/sessions/session.ts';
import { handInKinds } from '#server/storage/file-kinds.ts';
import { act } from '#server/workflow/act.ts';
import { actOnOwed } from './act-on-owed.ts';
import { type Incoming, type Room, receiveFile } from './upload-file.ts';

/**
 * Receives one file for a document that is owed for a sent application, in the way of an upload for a form. It counts
 * once it is handed in.
 * @param input.size bytes announced by the request, which it cannot exceed; null without an announcement
 * @throws ProblemError not-found, login-required, trust-level-too-low, hand-in-closed, input-invalid, and those of a
 * file (upload-file.ts)
 */
export async function uploadHandIn(
  context: ServerContext,
  session: Session,
  processId: string,
  input: Incoming & { size: number | null },
): Promise<TakenFile> {
  const room = await roomFor(context, session, processId, input);
  return receiveFile(context, { processId, purpose: 'handIn', ...room }, input);
}

/** Reserves space for the file: of the next hand-in, and of all that the person has not handed in yet. */
const roomFor = (
  context: ServerContext,
  session: Session,
  processId: string,
  { path, size }: { path: string; size: number | null },
): Promise<Room> =>
  actOnOwed(context, session, processId, async ({ trx, row, owed }) => {
    if (!owed.documents.some((one) => one.path === path)) {
      throw new ProblemError('input-invalid', { fields: [{ name: 'path', reason: 'not owed' }] });
    }
    const field = handInField(context, row, path);
    const { count, total } = await trx
      .selectFrom('file')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('size').as('total')])
      .where('processId', '=', processId)
      .where('kind', 'in', [...handInKinds, 'unfinished'])
      .where('handInId', 'is', null)
      .executeTakeFirstOrThrow();
    const bytes = Math.min(size ?? field.maxBytes, field.maxBytes);
    if (Number(count) >= MAX_FILES || Number(total ?? 0) + bytes > MAX_TOTAL_BYTES) {
      throw new ProblemError('file-limit-reached');
    }
    await assertRoomForHandIn(trx, { id: session.id, userId: row.userId }, bytes);
    return { field, bytes, reserved: await reserveFile(context, trx, processId, bytes) };
  });

/**
 * Removes a file that was uploaded and not handed in; one that is gone is no error.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, login-required, status-conflict when it was
 * handed in
 */
export const dropHandInFile = (
  context: ServerContext,
  session: Session,
  processId: string,
  fileId: string,
): Promise<void> =>
  act(context, session, processId, { version: null, accepts: null }, async ({ trx, row }) => {
    if (row.userId === null) throw new ProblemError('login-required');
    const handIns = (await handInsOf(context, trx, [processId])).get(processId) ?? [];
    const handedIn = handIns.flatMap(({ documents }) => documents.flatMap(({ files }) => files));
    if (handedIn.some(({ id }) => id === fileId)) {
      throw new ProblemError('status-conflict', { processStatus: row.status });
    }
    await trx
      .deleteFrom('file')
      .where('id', '=', fileId)
      .where('processId', '=', processId)
      .where('kind', 'in', handInKinds)
      .execute();
  });
