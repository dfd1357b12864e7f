import type { Writable } from 'node:stream';
import { uniqueFileNames } from './file-names.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

/**
 * Streams a ZIP of files, in their order, with names that are valid in one folder of any system, and ends `out`.
 * @param modifiedAt time of all entries, as a rule that of the submission
 * @throws as writeZip
 */
export function attachmentsZip(files: ZipEntry[], out: Writable, modifiedAt: Date): Promise<void> {
  const names = uniqueFileNames(files.map(({ filename }) => filename));
  return writeZip(
    files.map((file, index) => ({ ...file, filename: names[index]! })),
    out,
    modifiedAt,
  );
}
