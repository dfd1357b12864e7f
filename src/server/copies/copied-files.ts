import type { ServerContext } from '#server/context.ts';
import { uniqueFileNames } from '#server/documents/file-names.ts';
import type { ZipEntry } from '#server/documents/write-zip.ts';
import type { StoredFile } from '#server/files/sealed-file.ts';
import { readChunks } from '#server/files/store.ts';
import { SealBroken } from '#server/sealing/seal.ts';
import { quarantinedKinds } from '#server/storage/file-kinds.ts';
import { isOffered } from '#server/views/document-list.ts';
import type { ApplicationRows } from './read-application.ts';

/** The reason, as the key of a text, why the bytes of a file are in no copy; null where they are. */
export function whyNotGiven(
  { kind }: Pick<StoredFile, 'kind'>,
  { submission: [submission] }: Pick<ApplicationRows, 'submission'>,
): 'copy.fileNotHere' | 'copy.fileRefused' | null {
  if (quarantinedKinds.some((one) => one === kind)) return 'copy.fileNotHere';
  return submission && !isOffered(kind, submission.sentState) ? 'copy.fileRefused' : null;
}

/**
 * Returns the files of an application, each opened when its turn comes.
 * @param nameOf path in the copy, of a name that is valid in a folder
 * @param onBroken told of each file that is missing or incomplete, as it was erased meanwhile or its seal is broken
 */
export async function* copiedFiles(
  context: ServerContext,
  rows: ApplicationRows,
  nameOf: (name: string) => string,
  onBroken: (path: string) => void,
): AsyncGenerator<ZipEntry> {
  const given = rows.file.filter((file) => whyNotGiven(file, rows) === null);
  const names = uniqueFileNames(given.map(({ name }) => name));
  for (const [index, file] of given.entries()) {
    const filename = nameOf(names[index]!);
    const bytes = asFarAsItOpens(context, file, () => onBroken(filename));
    // A file that does not even begin is left out.
    const first = await bytes.next();
    if (first.done && file.size > 0) continue;
    yield {
      filename,
      content: async function* () {
        if (!first.done) yield first.value;
        yield* bytes;
      },
    };
  }
}

async function* asFarAsItOpens(context: ServerContext, { id, size }: StoredFile, onBroken: () => void) {
  let length = 0;
  try {
    for await (const bytes of readChunks(context, id)) {
      length += bytes.length;
      yield bytes;
    }
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    context.log.error({ err: error }, 'a file does not open');
  }
  if (length !== size) onBroken();
}
