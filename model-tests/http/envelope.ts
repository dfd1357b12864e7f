import type { OpenedSubmission } from '#stand-ins/delivery/control-answers.ts';
import type { Portal } from './portal.ts';

/**
 * Returns what the authority learns besides the answers: of an application in the portal's own format its data, which
 * has the answers, too; otherwise the file beside the data (docs/partners-delivery.md).
 */
export async function envelopeOf(
  { delivery }: Pick<Portal, 'delivery'>,
  { submissionId, metadata, data }: OpenedSubmission,
): Promise<unknown> {
  const files = metadata?.contentStructure.attachments ?? [];
  const file = files.find(({ filename }) => filename === 'serviceportal.json');
  if (!file) return data;
  return JSON.parse(Buffer.from(await delivery.attachment(submissionId, file.attachmentId)).toString());
}
