import { pageOnward } from './form.pages.ts';
import type { BrokenRule, FormContext, PendingFile } from './form.types.ts';

type Files = Pick<FormContext, 'pendingFiles' | 'evaluation'>;
type Place = Files & Pick<FormContext, 'rules' | 'definition' | 'page' | 'visited' | 'returnsToSummary'>;

/** So many files are sent at once. */
export const FILES_AT_ONCE = 3;

/** On its way, or in the queue for it: it will be kept, or it will turn out why not. */
export const isUnderWay = ({ stage }: PendingFile): boolean => stage !== 'failed' && stage !== 'refused';

/** The pending files of fields that are asked for now; the answer to what is hidden does not count. */
export const askedFiles = ({ pendingFiles, evaluation: { hidden } }: Files): PendingFile[] =>
  pendingFiles.filter(({ path }) => !hidden.has(path) && !hidden.has(path.replace(/\[.*$/, '')));

/** The pending files that have to be settled before the page is left: its own, on the way to the summary all. */
function filesInTheWay(place: Place): PendingFile[] {
  const asked = askedFiles(place);
  if (pageOnward(place) === null) return asked;
  return asked.filter(({ path }) => place.rules.pageOf(place.definition, path) === place.page);
}

/** Files that have to arrive before the person can go on. */
export const awaitedFiles = (place: Place): PendingFile[] => filesInTheWay(place).filter(isUnderWay);

/** Files that did not arrive and that the person has to do something about before going on. */
export const missedFiles = (place: Place): PendingFile[] =>
  filesInTheWay(place).filter((file) => !isUnderWay(file));

/** The broken rules of the page. That a file is missing is not said while it is pending. */
export const brokenRules = (place: Place): BrokenRule[] =>
  place.rules
    .pageErrors(place.definition, place.evaluation, place.page)
    .filter(({ path, rule }) => rule !== 'required' || !place.pendingFiles.some((it) => it.path === path));

/** Where the pending files of a group stand once one of its rows is gone; those of that row go with it. */
export function withoutRowOf(
  files: readonly PendingFile[],
  grid: string,
  index: number,
): { left: PendingFile[]; gone: PendingFile[] } {
  const rowOf = ({ path }: PendingFile): number =>
    path.startsWith(`${grid}[`) ? Number(/^\d+/.exec(path.slice(grid.length + 1))?.[0]) : -1;
  const moved = (file: PendingFile): PendingFile => {
    const row = rowOf(file);
    const rest = file.path.slice(`${grid}[${row}]`.length);
    return row > index ? { ...file, path: `${grid}[${row - 1}]${rest}` } : file;
  };
  return {
    left: files.filter((file) => rowOf(file) !== index).map(moved),
    gone: files.filter((file) => rowOf(file) === index),
  };
}
