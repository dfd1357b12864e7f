import { createHash } from 'node:crypto';
import { readChunks } from '#server/files/store.ts';
import type { AttachmentHashes } from '#server/ports/delivery.ts';
import { json } from '#server/storage/json.ts';
import { loadApplication } from './application.ts';
import { keep } from './keep.ts';
import type { Step } from './step.ts';

/** CALCULATE_HASHES_FOR_ATTACHMENTS: hashes of the bytes as stored now. */
export const calculateHashes: Step = async (context, submission) => {
  const { files } = await loadApplication(context, submission.processId);
  const hashes: AttachmentHashes = {};
  for (const { id } of files) {
    const hash = createHash('sha512');
    for await (const chunk of readChunks(context, id)) hash.update(chunk);
    hashes[id] = hash.digest('hex');
  }
  await keep(context, submission, { hashes: json(hashes) });
  return files.length > 0 ? 'done' : 'nothingToDo';
};
