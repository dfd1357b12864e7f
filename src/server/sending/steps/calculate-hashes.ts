import { createHash } from 'node:crypto';
import { readChunks } from '#server/files/store.ts';
import type { AttachmentHashes } from '#server/ports/delivery.ts';
import { json } from '#server/storage/json.ts';
import { loadApplication } from './application.ts';
import type { Step } from './step.ts';

/** CALCULATE_HASHES_FOR_ATTACHMENTS: from the bytes as they are stored now. */
export const calculateHashes: Step = async (context, { processId }) => {
  const { files } = await loadApplication(context, processId);
  const hashes: AttachmentHashes = {};
  for (const { id } of files) {
    const hash = createHash('sha512');
    for await (const chunk of readChunks(context, id)) hash.update(chunk);
    hashes[id] = hash.digest('hex');
  }
  await context.storage.db
    .updateTable('submission')
    .set({ hashes: json(hashes) })
    .where('processId', '=', processId)
    .execute();
  return files.length > 0 ? 'done' : 'nothingToDo';
};
