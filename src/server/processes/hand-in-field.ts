import { acceptsType } from '#forms/files.ts';
import type { ServerContext } from '#server/context.ts';
import { openForm } from '#server/engines/engines.ts';
import type { FileField } from '#server/ports/form.ts';
import type { ProcessRow } from './row.ts';

const usual = { filePattern: 'application/pdf,image/jpeg,image/png' };

/** The limits of a document whose field the present form no longer has. */
const usualField: FileField = {
  maxBytes: 10 * 1024 * 1024,
  pattern: usual.filePattern,
  accepts: (type) => acceptsType(usual, { type }),
};

/** Returns the limits of files for an owed document: those of its field in the present form, where it still has it. */
export function handInField(
  context: ServerContext,
  { metadataId, locale }: Pick<ProcessRow, 'metadataId' | 'locale'>,
  path: string,
): FileField {
  const metadata = context.content().metadata.get(metadataId);
  const form = metadata && openForm(context.content(), metadata, locale);
  return form?.fileField(path) ?? usualField;
}
