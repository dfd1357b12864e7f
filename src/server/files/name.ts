import { safeName } from '#server/documents/file-names.ts';

/** Extensions by kind; names with none of them get the first. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe'],
  'image/png': ['png'],
};

/** Extensions according to file systems: `.hta`, but not the one in "Rechnung Nr. 5" or "Dr.Meier". */
const ENDING = /\.([a-z][a-z0-9]{0,3})$/i;

/**
 * Returns the name under which a file is stored; no name is refused. Path parts and characters that disguise an
 * extension go, the extension becomes that of the bytes, and `safeName` (documents/file-names.ts) replaces characters
 * that some file system refuses.
 * @param ending extension of a kind that is unknown here
 */
export function keptName(name: string, mimeType: string, ending = 'bin'): string {
  const allowed = endings[mimeType] ?? [ending];
  const bare = name
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/^\s+|[.\s]+$/g, '');
  const isAllowed = (text: string) => {
    const found = ENDING.exec(text)?.[1]?.toLowerCase();
    return found !== undefined && allowed.includes(found);
  };
  let stem = bare;
  while (!isAllowed(stem) && ENDING.test(stem)) stem = stem.replace(ENDING, '').replace(/[.\s]+$/, '');
  const ended = isAllowed(stem) ? stem.match(ENDING)![0] : `.${allowed[0]}`;
  const title = isAllowed(stem) ? stem.slice(0, -ended.length) : stem;
  return safeName(`${title === '' ? 'file' : title}${ended}`);
}
