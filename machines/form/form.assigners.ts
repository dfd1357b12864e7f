import type { Locale } from '#domain/locale.ts';
import { withFirstRows } from '#forms/data.ts';
import { takesSeveralFiles, withFile, withoutFile } from '#forms/kept-files.ts';
import { fieldAt, filesIn, getValue, insertRow, pageOf, removeRow, setValue } from '#forms/paths.ts';
import { evaluate, visiblePages } from '#forms/rules/rules.ts';
import type { Evaluation, FileValue, FormData, FormDefinition, FormValue } from '#forms/types.ts';
import type { Problem } from '../kit/problem.ts';
import {
  isUnderWay,
  takenFiles as taken,
  withApproval,
  withKnownRefusals,
  withMove,
  withPicture,
  withProgress,
} from '../upload/pending-files.ts';
import type { ChosenFile, Prepared, UploadStage } from '../upload/upload.types.ts';
import { brokenRules, filesBeforeSummary, missedFiles } from './form.files.ts';
import { isWithinReach, pageBefore, pageOnward, pageToOpen } from './form.pages.ts';
import { pathWithoutRow, pathWithRow } from './form.rows.ts';
import type { FormAccess, FormContext } from './form.types.ts';

type Of = { context: FormContext };
type Update = Partial<FormContext>;

export const nothingEvaluated: Evaluation = { data: {}, hidden: new Set(), pages: [], errors: [] };

/** Assignments of the actions of the form; the machine wraps them in `assign`. */
export const formAssigners = {
  keepForm: ({ context }: Of, stored: FormAccess): Update => {
    const { data, evaluation } = opened(stored.form!, stored.data);
    const page = pageToOpen({ evaluation }, pageFor(context, evaluation, stored));
    return {
      definition: stored.form,
      data,
      evaluation,
      page,
      // Anyone who reached the summary has seen all pages.
      visited: context.returnsToSummary ? keysOf(evaluation) : pagesUpTo(evaluation, page),
      version: stored.version,
      pictures: stored.pictures ?? {},
      summaryData: data,
      wantedPage: null,
      problem: null,
    };
  },

  keepFrame: (_: Of, stored: FormAccess): Update => ({
    frame: stored.frame ?? null,
    version: stored.version,
    problem: null,
  }),

  /** Remembers the page to open as soon as the form is loaded. */
  keepWish: (_: Of, { page, returnsToSummary }: Chosen): Update => ({ wantedPage: page, returnsToSummary }),

  /** Remembers the place of the last frame, so that the next one opens there. */
  keepPlace: (_: Of, { page, returnsToSummary, locale }: Chosen & { locale: Locale }): Update => ({
    wantedPage: page,
    returnsToSummary,
    locale,
    isSaved: true,
    frame: null,
  }),

  /** Replaces only the texts: data, version and page stay as they are on the screen. */
  keepTexts: ({ context }: Of, stored: FormAccess): Update => ({
    definition: stored.form,
    evaluation: evaluate(stored.form!, context.data),
  }),

  keepLocale: (_: Of, { locale }: { locale: Locale }): Update => ({ locale }),

  keepValue: ({ context }: Of, { path, value }: { path: string; value: FormValue }): Update =>
    changeData(context, setValue(context.data, path, value)),

  /** Shows what an earlier page of this window had written, with what was typed since. */
  keepJoined: ({ context }: Of, { data }: { data: FormData }): Update => changeData(context, data),

  removeRow: ({ context }: Of, { path, index }: { path: string; index: number }): Update => {
    const { data, objected } = context;
    const row = getValue(data, `${path}[${index}]`);
    return {
      ...changeData(context, removeRow(data, path, index)),
      objected: objected.flatMap((it) => pathWithoutRow(it, path, index) ?? []),
      removedRow: row === undefined ? null : { path, index, row },
    };
  },

  /** Puts the removed row back, without its files that had not arrived. */
  restoreRow: ({ context }: Of): Update => {
    const { data, objected, pendingFiles, removedRow } = context;
    if (removedRow === null) return {};
    const { path, index, row } = removedRow;
    return {
      ...changeData(context, insertRow(data, path, index, row)),
      objected: objected.map((it) => pathWithRow(it, path, index)),
      pendingFiles: pendingFiles.map((it) => ({ ...it, path: pathWithRow(it.path, path, index) })),
      removedRow: null,
    };
  },

  removeFile: ({ context }: Of, { path, id }: { path: string; id: string }): Update =>
    changeData(context, withoutFile(context.data, path, id)),

  /** Adds a file to the data as soon as the server has stored it. */
  keepFile: ({ context }: Of, { id, file }: { id: string; file: FileValue }): Update => {
    const { definition, data, pendingFiles } = context;
    const pending = pendingFiles.find((it) => it.id === id)!;
    return {
      ...changeData(context, withFile(definition!, data, pending.path, file)),
      pendingFiles: pendingFiles.filter((it) => it !== pending),
      ...(pending.picture && { pictures: { ...context.pictures, [file.id]: pending.picture } }),
    };
  },

  /** A prepared picture takes the place of the chosen one. */
  notePicture: ({ context }: Of, prepared: { id: string } & Prepared): Update => ({
    pendingFiles: withPicture(context.pendingFiles, prepared),
  }),

  approvePicture: ({ context }: Of, { id }: { id: string }): Update => ({
    pendingFiles: withApproval(context.pendingFiles, id),
    pictures: Object.fromEntries(
      Object.entries(context.pictures).map(([key, picture]) => [
        key,
        key === id ? { ...picture, doubt: null } : picture,
      ]),
    ),
  }),

  forgetFile: ({ context }: Of, { id }: { id: string }): Update => ({
    pendingFiles: context.pendingFiles.filter((it) => it.id !== id),
  }),

  noteMove: ({ context }: Of, move: { id: string; stage: UploadStage; problem: Problem | null }): Update => ({
    pendingFiles: withMove(context.pendingFiles, move),
  }),

  noteProgress: ({ context }: Of, progress: { id: string; loaded: number }): Update => ({
    pendingFiles: withProgress(context.pendingFiles, progress),
  }),

  openNextPage: ({ context }: Of): Update => ({
    ...openPage(context, pageOnward(context)),
    toCorrect: context.toCorrect.filter(({ page }) => page !== context.page),
    isMadeNecessary: context.returnsToSummary,
  }),
  openPreviousPage: ({ context }: Of): Update => openPage(context, pageBefore(context)),
  openChosenPage: ({ context }: Of, { page, returnsToSummary }: Chosen): Update => {
    // Correct answers may have become wrong: days are compared with today.
    const evaluation = evaluate(context.definition!, context.data);
    return {
      ...openPage(context, page && pageToOpen({ evaluation }, page)),
      evaluation,
      // Anyone who reached the summary has seen all pages.
      ...(returnsToSummary && !context.returnsToSummary && { visited: keysOf(evaluation) }),
      returnsToSummary,
    };
  },

  /** Opens the page of a file that keeps the person from the summary. */
  openPageOfMissed: ({ context }: Of): Update => {
    const { path } = filesBeforeSummary(context).find((file) => !isUnderWay(file))!;
    const page = pageOf(context.definition!, path)!;
    return page === context.page ? {} : openPage(context, page);
  },

  noteSummary: ({ context }: Of): Update => ({ summaryData: context.data, toCorrect: [] }),

  noteFailedAttempt: ({ context }: Of): Update => ({
    failedAttempts: context.failedAttempts + 1,
    objected: brokenRules(context).map(({ path }) => path),
    pendingFiles: withKnownRefusals(context.pendingFiles, missedFiles(context)),
  }),

  noteSaved: (_: Of, { isCurrent }: { isCurrent: boolean }): Update => ({ isSaved: isCurrent }),

  keepProblem: (_: Of, { problem }: { problem: Problem }): Update => ({ problem }),
};

type Chosen = { page: string | null; returnsToSummary: boolean };

/** Returns newly chosen files of a field as they begin. */
export function takenFiles(context: FormContext, path: string, files: readonly ChosenFile[]) {
  const { data, pendingFiles } = context;
  const definition = context.definition!;
  const found = fieldAt(definition, path);
  const field = found?.type === 'file' ? found : null;
  const kept = filesIn(definition, data).map(({ file }) => file);
  return taken(pendingFiles, { path, field, several: takesSeveralFiles(definition, path), kept }, files);
}

const changeData = ({ definition }: FormContext, data: FormData): Update => ({
  ...opened(definition!, data),
  isTold: false,
});

/** Opens the first entry of each group that needs one, so that nobody has to find out how to add it. */
function opened(definition: FormDefinition, given: FormData) {
  const evaluation = evaluate(definition, given);
  const data = withFirstRows(definition, given, evaluation);
  return { data, evaluation: data === given ? evaluation : evaluate(definition, data) };
}

const openPage = (context: FormContext, page: string | null): Update =>
  page === null
    ? {}
    : {
        page,
        visited: context.visited.includes(page) ? context.visited : [...context.visited, page],
        isMadeNecessary: false,
        removedRow: null,
        isTold: page === context.page,
      };

/** Returns the wanted page if it can be opened, else the page that was seen last. */
function pageFor(context: FormContext, evaluation: Evaluation, stored: FormAccess): string | null {
  const wanted = context.wantedPage ?? stored.page;
  const visited = pagesUpTo(evaluation, stored.page);
  const reached = { evaluation, definition: stored.form, page: '', visited };
  return context.returnsToSummary || isWithinReach(reached, wanted) ? wanted : stored.page;
}

const keysOf = (evaluation: Evaluation): string[] => visiblePages(evaluation).map(({ key }) => key);

function pagesUpTo(evaluation: Evaluation, page: string | null): string[] {
  const keys = keysOf(evaluation);
  return page === null ? [] : keys.slice(0, keys.indexOf(page) + 1);
}
