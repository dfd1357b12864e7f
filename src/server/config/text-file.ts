import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** Far more than any list of certificates has. */
const MOST_BYTES = 1024 ** 2;

/** Why a file cannot be used, in words. They never contain its text. */
export class FileUnusable extends Error {}

/**
 * Reads the file that a variable names.
 * @throws FileUnusable with the reason; it names the file by its absolute path alone, as anything else may be a secret
 * that was set in the wrong place
 */
export function readTextFile(file: string): string {
  const bytes = bytesOf(file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileUnusable(`${named(file)} is no text in UTF-8; a binary form such as DER is not read`);
  }
}

const named = (file: string): string => (isAbsolute(file) ? file : 'the file that it names');

function bytesOf(file: string): Buffer {
  try {
    const { size } = statSync(file);
    if (size <= MOST_BYTES) return readFileSync(file);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new FileUnusable(`cannot read ${named(file)} (${code})`);
  }
  throw new FileUnusable(`${named(file)} is larger than 1 MB; another file may be meant`);
}
