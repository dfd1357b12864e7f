import { pageOf } from '#forms/paths.ts';
import { pageErrors } from '#forms/rules/rules.ts';
import type { FieldError } from '#forms/types.ts';
import { pageOnward } from './form.pages.ts';
import { pathWithoutRow } from './form.rows.ts';
import type { FormContext, PendingFile } from './form.types.ts';

type Files = Pick<FormContext, 'pendingFiles' | 'evaluation'>;
type Place = Files & Pick<FormContext, 'definition' | 'page' | 'visited' | 'returnsToSummary' | 'toCorrect'>;

/** Number of files sent at the same time. */
export const FILES_AT_ONCE = 3;

/** Being uploaded or queued: the outcome is still open. */
export const isUnderWay = ({ stage }: PendingFile): boolean => stage !== 'failed' && stage !== 'refused';

/** The pending files of fields that are shown now; answers to hidden fields do not count. */
export const askedFiles = ({ pendingFiles, evaluation: { hidden } }: Files): PendingFile[] =>
  pendingFiles.filter(({ path }) => !hidden.has(path) && !hidden.has(path.replace(/\[.*$/, '')));

/** The pending files that must be settled before leaving the page: its own; before the summary, all. */
function filesInTheWay(place: Place): PendingFile[] {
  const asked = askedFiles(place);
  if (pageOnward(place) === null) return asked;
  return asked.filter(({ path }) => pageOf(place.definition!, path) === place.page);
}

/** Files that must arrive before the person can continue. */
export const awaitedFiles = (place: Place): PendingFile[] => filesInTheWay(place).filter(isUnderWay);

/** Files that did not arrive and that the person must deal with before continuing. */
export const missedFiles = (place: Place): PendingFile[] =>
  filesInTheWay(place).filter((file) => !isUnderWay(file));

/** The broken rules of the page. A missing file is not reported while it is pending. */
export const brokenRules = (place: Place): FieldError[] =>
  pageErrors(place.definition!, place.evaluation, place.page).filter(
    ({ path, rule }) => rule !== 'required' || !place.pendingFiles.some((it) => it.path === path),
  );

/** The pending files of a group after one of its rows was removed; those of that row are removed with it. */
export function withoutRowOf(
  files: readonly PendingFile[],
  grid: string,
  index: number,
): { left: PendingFile[]; gone: PendingFile[] } {
  const left: PendingFile[] = [];
  const gone: PendingFile[] = [];
  for (const file of files) {
    const path = pathWithoutRow(file.path, grid, index);
    if (path === null) gone.push(file);
    else left.push({ ...file, path });
  }
  return { left, gone };
}
