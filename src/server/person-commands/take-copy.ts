import type { Writable } from 'node:stream';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { openCopy } from '#server/copies/open-copy.ts';
import type { CopyOf } from '#server/copies/scope.ts';
import { PersonCommandRefused } from './ask.ts';

/**
 * Writes a copy of everything of a person, or of one application, and ends `out`.
 * @returns lines for operators about what it lacks
 * @throws PersonCommandRefused where the application was deleted meanwhile; as KeyService.unwrap, and the error with which `out` failed
 */
export async function takeCopy(
  context: ServerContext,
  of: Exclude<CopyOf, { whose: 'login' }>,
  locale: Locale,
  out: Writable,
): Promise<string[]> {
  const copy = await openCopy(context, of, locale);
  if (of.whose === 'application' && copy.applications === 0)
    throw new PersonCommandRefused('The application was deleted meanwhile: nothing was written');
  const { erased, unreadable, files } = await copy.write(out);
  return [
    ...(erased > 0 ? [`${erased} applications are missing in it: they were deleted meanwhile`] : []),
    ...(unreadable > 0
      ? [`${unreadable} applications are missing in it: their seals are broken, the log has their places`]
      : []),
    ...(files.length > 0 ? [`${files.length} files are missing in it or not whole; it names them`] : []),
  ];
}
