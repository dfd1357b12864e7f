import { safeName } from '#server/documents/file-names.ts';

/** Endings by kind; the first is given to names that have none of them. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe'],
  'image/png': ['png'],
};

/** What systems take for an ending: `.hta`, not the one of "Rechnung Nr. 5" or "Dr.Meier". */
const ENDING = /\.([a-z][a-z0-9]{0,3})$/i;

/**
 * The name that a file is kept by: without path parts, what file systems do not take and what disguises an ending,
 * and with an ending that says what its bytes are.
 * @param ending of the kind when it is none of those known here
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
