import { pageOf } from '#forms/paths.ts';
import { pageErrors } from '#forms/rules/rules.ts';
import type { FieldError } from '#forms/types.ts';
import { isUnderWay, type PendingFile } from '../upload/pending-files.ts';
import { pageOnward } from './form.pages.ts';
import { pathWithoutRow } from './form.rows.ts';
import type { FormContext } from './form.types.ts';

type Files = Pick<FormContext, 'pendingFiles' | 'evaluation'>;
type Place = Files & Pick<FormContext, 'definition' | 'page' | 'visited' | 'returnsToSummary' | 'toCorrect'>;

/** Returns the pending files of shown fields; answers to hidden fields do not count. */
export const askedFiles = ({ pendingFiles, evaluation: { hidden } }: Files): PendingFile[] =>
  pendingFiles.filter(({ path }) => !hidden.has(path) && !hidden.has(path.replace(/\[.*$/, '')));

/** Returns the pending files that keep the person on the page: its own ones; before the summary, all. */
function filesInTheWay(place: Place): PendingFile[] {
  const asked = askedFiles(place);
  if (pageOnward(place) === null) return asked;
  return asked.filter(({ path }) => pageOf(place.definition!, path) === place.page);
}

/** Returns the files that must arrive before the person can continue. */
export const awaitedFiles = (place: Place): PendingFile[] => filesInTheWay(place).filter(isUnderWay);

/** Returns the files of the page that did not arrive; before the summary, all. */
export const missedFiles = (place: Place): PendingFile[] =>
  filesInTheWay(place).filter((file) => !isUnderWay(file));

/** Tells whether the form can do without a file: it was refused, and its field needs no answer or has one. */
export const isDispensable = ({ stage, path }: PendingFile, { evaluation }: Files): boolean =>
  stage === 'refused' && !evaluation.errors.some((error) => error.path === path && error.rule === 'required');

/** Tells whether the form goes on without a file: it can do so, and the person knows. */
const isGivenUp = (file: PendingFile, files: Files): boolean =>
  file.refusalIsKnown === true && isDispensable(file, files);

/** Returns the files that did not arrive and that the person must deal with, or hear of, before continuing. */
export const objectedFiles = (place: Place): PendingFile[] =>
  missedFiles(place).filter((file) => !isGivenUp(file, place));

/** Returns the pending files of shown fields that keep the person from the summary. */
export const filesBeforeSummary = (files: Files): PendingFile[] =>
  askedFiles(files).filter((file) => !isGivenUp(file, files));

/** Returns the broken rules of the page. A file that is pending is not reported as missing. */
export const brokenRules = (place: Place): FieldError[] =>
  pageErrors(place.definition!, place.evaluation, place.page).filter(
    ({ path, rule }) => rule !== 'required' || !place.pendingFiles.some((it) => it.path === path),
  );

/** Returns the pending files after a row of a group was removed: the files of that row go with it. */
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
