import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { openForm } from '#server/engines/engines.ts';
import { filesOf, type StoredFile } from '#server/files/store.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { formOf, metadataOf } from '#server/processes/form.ts';
import { documentLocale, type ProcessRow, presentProcess } from '#server/processes/row.ts';

/** The content of a delivery: the process with its metadata, form and the files that the form data names. */
export type Application = {
  process: ProcessRow;
  metadata: Metadata;
  form: EngineForm;
  files: StoredFile[];
};

/** @throws Error when a file that the form data names is not stored */
export async function loadApplication(context: ServerContext, processId: string): Promise<Application> {
  const process = await presentProcess(context, processId);
  const metadata = metadataOf(context, process);
  const form = formOf(context, metadata, documentLocale(process));
  const uploads = new Map((await filesOf(context, processId, 'upload')).map((file) => [file.id, file]));
  const files = form.files(process.data).map(({ file: { id }, path }) => {
    const file = uploads.get(id);
    if (!file) throw new Error(`The file at ${path} is missing`);
    return file;
  });
  return { process, metadata, form, files };
}

/** Returns the uploads that belong to a process, without those removed from the form. */
export async function attachmentsOf(context: ServerContext, process: ProcessRow): Promise<StoredFile[]> {
  const metadata = context.content().metadata.get(process.metadataId);
  const form = metadata && openForm(context.content(), metadata, process.locale);
  const uploads = await filesOf(context, process.id, 'upload');
  if (form) {
    const named = new Set(form.fileIds(process.data));
    return uploads.filter(({ id }) => named.has(id));
  }
  // Without the form, a file counts as long as anything in the data has its id.
  const data = JSON.stringify(process.data);
  return uploads.filter(({ id }) => data.includes(id));
}
