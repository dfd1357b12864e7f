/** Characters that some file system refuses, path separators, and direction marks (they disguise file extensions). */
const FORBIDDEN = /[<>:"|?*\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
/** Device names under Windows, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu;
/** Leaves room for a number within the 255 bytes that file systems allow. */
const MAX_BYTES = 240;
const UNNAMED = 'file';

function parts(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.');
  const split = dot > 0 && name.length - dot <= 12;
  return split ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' };
}

function shortened(name: string): string {
  const { stem, ending } = parts(name);
  const letters = [...stem];
  while (Buffer.byteLength(letters.join('') + ending) > MAX_BYTES) letters.pop();
  return letters.join('').trimEnd() + ending;
}

/** Returns a file name that is valid in a folder of any system. */
export function safeName(filename: string): string {
  const last = filename.normalize('NFC').split(/[/\\]/u).at(-1) ?? '';
  const clean = last
    .replace(FORBIDDEN, '_')
    .replace(/^[ .]+|[ .]+$/gu, '')
    .replace(DEVICE, '_$&');
  return clean === '' ? UNNAMED : shortened(clean);
}

/**
 * Returns file names that are valid together in one folder of any system: without path parts or reserved characters,
 * and no two equal even where case is ignored. A second file of one name gets " (2)".
 */
export function uniqueFileNames(filenames: string[]): string[] {
  const taken = new Set<string>();
  return filenames.map((filename) => {
    const name = safeName(filename);
    const { stem, ending } = parts(name);
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${stem} (${count})${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
