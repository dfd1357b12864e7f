import type { FileFault } from '../faults.ts';
import { type Finding, isActiveInStream, nothingFound, PROTECTED, SHORTEST_IN_STREAM } from './active.ts';
import { tellNames } from './asides.ts';
import { examineFile } from './examine-file.ts';
import { Unreadable } from './values.ts';

/**
 * Checks a PDF as readers see it (docs/decisions/0060-pdf-in-one-plain-way.md). It can be read from its first to its
 * last byte in one plain way, which all readers share. It has a root and a page, is not locked, does nothing by
 * itself, and contains and fetches nothing else.
 */
export function faultOfPdf(bytes: Uint8Array): FileFault | null {
  const found = nothingFound();
  try {
    examineFile(bytes, found);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    if (!found.isActive) lookAtNames(bytes, found);
    return faultOf(found) ?? 'file-damaged';
  }
  return faultOf(found) ?? (found.hasPage && found.hasRoot ? null : 'file-damaged');
}

function faultOf({ isProtected, isActive }: Finding): FileFault | null {
  if (isProtected) return 'file-protected';
  return isActive ? 'file-active' : null;
}

/** Searches the names of an unreadable file for known faults, which show the person what to do. */
function lookAtNames(bytes: Uint8Array, found: Finding): void {
  tellNames(bytes, { start: 0, end: bytes.length, shortest: SHORTEST_IN_STREAM }, (name) => {
    found.isActive ||= isActiveInStream(name);
    found.isProtected ||= name === PROTECTED;
  });
}
