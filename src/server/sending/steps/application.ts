import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { filesOf, type StoredFile } from '#server/files/store.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { formOf, formOfProcess, metadataOf } from '#server/processes/form.ts';
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
  const form = formOfProcess(context, process);
  const named = new Set(form.fileIds(process.data));
  return (await filesOf(context, process.id, 'upload')).filter(({ id }) => named.has(id));
}
