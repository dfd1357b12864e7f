import type { RefusedFile } from '#contract/process-calls.ts';
import type { ServerContext } from '#server/context.ts';
import type { FormCase, FormServerState, ServedFile, StoredUpload } from '#server/ports/form-server.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { type AskedForm, asked } from './ask-form-server.ts';
import { takeUpload } from './upload-file.ts';

/** Limits of the portal, whatever the form server has accepted. */
const field = {
  maxBytes: 20 * 1024 * 1024,
  pattern: 'application/pdf,image/jpeg,image/png',
  accepts: (type: string) => ['application/pdf', 'image/jpeg', 'image/png'].includes(type),
  multiple: true,
};

/**
 * Fetches the files of a case that are not stored yet, and examines them like every upload. A file that the portal
 * does not accept is left out, and the application cannot be completed with it.
 * @returns every stored file, and every other one with the reason
 * @throws ProblemError form-session-lost, form-server-refused
 * @throws PartnerUnavailable
 */
export async function takeServedFiles(
  context: ServerContext,
  session: Session,
  row: ProcessRow,
  { server }: AskedForm,
  { which, state }: { which: FormCase; state: FormServerState },
): Promise<{ uploads: StoredUpload[]; refused: RefusedFile[] }> {
  const stored = server.storedOf(row.data).uploads;
  const uploads: StoredUpload[] = [];
  const refused: RefusedFile[] = [];
  for (const file of state.files) {
    const upload = uploadOf(stored, file) ?? (await take(context, session, row.id, { server, which, file }));
    if ('code' in upload) refused.push(upload);
    else uploads.push(upload);
  }
  return { uploads, refused };
}

/** Returns the upload that a file was stored as; a file with this name and other bytes is another file. */
export const uploadOf = (
  stored: readonly StoredUpload[],
  file: Pick<ServedFile, 'id' | 'sha256'>,
): StoredUpload | undefined => stored.find(({ id, sha256 }) => id === file.id && sha256 === file.sha256);

async function take(
  context: ServerContext,
  session: Session,
  processId: string,
  { server, which, file }: { which: FormCase; file: ServedFile } & Pick<AskedForm, 'server'>,
): Promise<StoredUpload | RefusedFile> {
  const { id, sha256, path, name, size, label } = file;
  try {
    const { checked: _, ...value } = await asked(context, session, processId, () =>
      takeUpload(context, session, processId, {
        path,
        name,
        size,
        caller: session.id,
        content: server.readFile(which, file),
        field,
      }),
    );
    return { id, sha256, value };
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.code.startsWith('file-')) throw error;
    context.log.warn({ processId, code: error.code }, 'a file of the form server was not taken');
    return { name, label, code: error.code };
  }
}
